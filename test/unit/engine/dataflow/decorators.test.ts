import { assertMarked, view } from './found.ts';

const checks = `
import functools
from flask import abort
SLUG = re.compile(r"^[a-z0-9-]{1,40}\\Z")
def valid(view):
    @functools.wraps(view)
    def wrapper(slug, *args, **kwargs):
        if not SLUG.match(slug):
            abort(404)
        return view(slug, *args, **kwargs)
    return wrapper
def valid_keyword(view):
    def wrapper(*args, **kwargs):
        if SLUG.match(kwargs["slug"]):
            return view(*args, **kwargs)
        return "", 404
    return wrapper
def one_of(name, allowed):
    def decorate(view):
        def wrapper(*args, **kwargs):
            if request.args.get(name) not in allowed:
                abort(400)
            return view(*args, **kwargs)
        return wrapper
    return decorate
def logged(view):
    def wrapper(*args, **kwargs):
        print("called")
        return view(*args, **kwargs)
    return wrapper
def sometimes(view):
    def wrapper(slug):
        if request.args.get("force"):
            return view(slug)
        if not SLUG.match(slug):
            abort(404)
        return view(slug)
    return wrapper
`;
const head = `import os, re
from flask import Flask, request
app = Flask(__name__)
`;
const routes = (text: string) => assertMarked([{ path: 'a.py', text: `${head}${checks}${text}` }]);

describe('decorators of a project', () => {
  it('check the arguments of the function under them', () =>
    routes(`
@app.route("/1/<slug>")
@valid
def one(slug):
    os.system("show " + slug)
@app.route("/2/<slug>")
@valid_keyword
def two(slug):
    os.system("show " + slug)
`));

  it('check the request that is being answered, and of it what they ask for', () =>
    routes(`
@app.route("/<slug>")
@one_of("sort", ("a", "b"))
def three(slug):
    os.system("list " + request.args["sort"])
    os.system("list " + request.args.get("sort", "a"))
    os.system("list " + request.args["other"]) # !
    os.system("list " + slug) # !
`));

  it('check the request that they are given', () =>
    assertMarked([
      {
        path: 'views.py',
        text: `import functools, os
from django.http import HttpResponse, HttpResponseBadRequest
def digits_only(param):
    def outer(view):
        @functools.wraps(view)
        def inner(request, *args, **kwargs):
            if not request.GET.get(param, "").isdigit():
                return HttpResponseBadRequest(param)
            return view(request, *args, **kwargs)
        return inner
    return outer
@digits_only("n")
def by_number(request):
    os.system("show " + request.GET["n"])
    os.system("show " + request.GET["m"]) # !
    return HttpResponse("done")
`,
      },
    ]));

  it('show nothing where they let through what they did not check', () =>
    routes(`
@app.route("/4/<slug>")
@logged
def four(slug):
    os.system("show " + slug) # !
@app.route("/5/<slug>")
@sometimes
def five(slug):
    os.system("show " + slug) # !
`));

  it('check what a file imports them for', () =>
    assertMarked([
      { path: 'checks.py', text: `import re\nfrom flask import request\n${checks}` },
      {
        path: 'views.py',
        text: `import os
from flask import Blueprint, request as req
from checks import one_of, valid
bp = Blueprint("b", __name__)
@bp.get("/<slug>")
@one_of("kind", ["x", "y"])
@valid
def show(slug):
    os.system(f"show {slug} {req.args['kind']}")
    os.system("show " + req.args["name"]) # !
`,
      },
    ]));
});

describe('what a guard showed of a part of the request', () => {
  it('holds however the part is read', () =>
    view(`    if request.args.get("a") in ("x", "y"):
        os.system("run " + request.args["a"])
        os.system("run " + request.args.get("a", "x"))
        os.system("run " + request.args["b"]) # !
    os.system("run " + request.args["a"]) # !`));

  it('does not hold of what is put in its place', () =>
    view(`    given = dict(request.args)
    if given["a"] not in ("x", "y"):
        return ""
    os.system("run " + given["a"])
    given["a"] = request.args["b"]
    os.system("run " + given["a"]) # !
    other = request.json
    if other["k"] not in ("x", "y"):
        return ""
    other = request.form
    os.system("run " + other["k"]) # !`));

  it('holds of a text of whose characters it holds', () =>
    view(`    host = request.args["h"]
    if not all(c.isalnum() or c in ".-" for c in host):
        return ""
    os.system("ping " + host)
    name = request.args["n"]
    if all(c != ";" for c in name):
        os.system("ping " + name) # !
    other = request.args["o"]
    if any(c.isalnum() for c in other):
        os.system("ping " + other) # !
    safe = re.sub(r"[^\\w.-]", "_", request.args["s"])
    open("/srv/" + safe)
    number = re.search(r"(\\d+)", request.args["d"]).group(1)
    os.system("ping " + number)
    rest = re.search(r"x(.*)", request.args["d"]).group(1)
    os.system("ping " + rest) # !`));
});

describe('tables of routes', () => {
  it('say what arrives in the parameters of methods', () =>
    assertMarked([
      {
        path: 'a.py',
        text: `import os
import tornado.web
class Post(tornado.web.RequestHandler):
    def get(self, number, name):
        os.system("show " + number)
        os.system("show " + name) # !
class Page(tornado.web.RequestHandler):
    def get(self, page):
        os.system("show " + page) # !
def application():
    return tornado.web.Application([
        (r"/post/(\\d+)/(.*)", Post),
        (r"/page/(?P<page>\\d+)", Page),
        (r"/old/(?P<page>.+)", Page),
    ])
`,
      },
    ]));

  it('are those of the list of addresses, too', () =>
    assertMarked([
      {
        path: 'shop/views.py',
        text: `import os
from django.views import View
class Stock(View):
    def get(self, request, pk, shelf):
        os.system(f"show {pk}")
        os.system(f"show {shelf}") # !
`,
      },
      {
        path: 'shop/urls.py',
        text: `from django.urls import path
from . import views
urlpatterns = [path("stock/<int:pk>/<shelf>", views.Stock.as_view())]
`,
      },
    ]));
});
