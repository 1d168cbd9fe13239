import bleach
import html
import markupsafe
from django.http import HttpResponse, JsonResponse
from django.utils.html import escape, format_html
from django.utils.safestring import mark_safe
from fastapi import FastAPI
from fastapi.responses import HTMLResponse, PlainTextResponse
from flask import Flask, Markup, Response, jsonify, make_response, render_template, render_template_string, request
from jinja2 import Environment, Template
import tornado.web

app = Flask(__name__)
api = FastAPI()


@app.route("/a")
def a():
    return "<h1>" + request.args.get("name") + "</h1>"  # expect: xss


@app.route("/b")
def b():
    return f"<h1>{markupsafe.escape(request.args['name'])}</h1>"  # ok: xss


@app.route("/c")
def c():
    r = make_response("<p>" + request.cookies.get("theme") + "</p>")  # expect: xss
    return r


@app.route("/d")
def d():
    return jsonify(name=request.args["name"])  # ok: xss


@app.route("/e")
def e():
    return Response(request.args["name"], mimetype="text/plain")  # ok: xss


@app.route("/f")
def f():
    return {"name": request.args["name"]}  # ok: xss


@app.route("/g")
def g():
    return render_template("a.html", name=Markup(request.args["name"]))  # expect: xss


@app.route("/h")
def h():
    return render_template("a.html", name=request.args["name"])  # ok: xss


@app.route("/i")
def i():
    return render_template_string("<p>{{ n }}</p>", n=request.args["n"])  # ok: xss


@app.route("/j")
def j():
    return render_template_string("<p>" + request.args["n"] + "</p>")  # expect: template-injection


@app.route("/k")
def k():
    return Template("Hello " + request.args["n"]).render()  # expect: template-injection


@app.route("/l")
def l():
    return bleach.clean(request.args["html"])  # ok: xss


@app.route("/m/<int:num>")
def m(num):
    return "<p>%s</p>" % num  # ok: xss


@app.route("/n/<path:p>")
def n(p):
    return "<p>not found: {}</p>".format(p), 404  # expect: xss


@app.route("/o")
def o():
    return Environment(autoescape=False).from_string("<p>{{ x }}</p>").render(x=request.args["x"])  # expect: xss


def dj(request):
    name = request.GET.get("name", "")
    HttpResponse("<p>%s</p>" % escape(name))  # ok: xss
    HttpResponse(format_html("<p>{}</p>", name))  # ok: xss
    HttpResponse(mark_safe("<p>" + name + "</p>"))  # expect: xss
    JsonResponse({"name": name})  # ok: xss
    HttpResponse(name, content_type="text/plain")  # ok: xss
    return HttpResponse(f"<p>{name}</p>")  # expect: xss


@api.get("/p", response_class=HTMLResponse)
def p(name: str):
    return "<p>" + name + "</p>"  # expect: xss


@api.get("/q")
def q(name: str):
    return "<p>" + name + "</p>"  # ok: xss


@api.get("/r")
def r(name: str):
    return HTMLResponse(f"<p>{html.escape(name)}</p>")  # ok: xss


@api.get("/s")
def s(name: str):
    return HTMLResponse(content="<p>%s</p>" % name)  # expect: xss


@api.get("/t")
def t(name: str):
    return PlainTextResponse(name)  # ok: xss


class Page(tornado.web.RequestHandler):
    def get(self):
        self.write("<p>" + self.get_argument("q") + "</p>")  # expect: xss
        self.write({"q": self.get_argument("q")})  # ok: xss
        self.write(tornado.escape.xhtml_escape(self.get_argument("q")))  # ok: xss
