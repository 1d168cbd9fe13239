import bottle
import tornado.web
from flask import Flask, request
from jinja2 import Environment, FileSystemLoader, select_autoescape
from mako.lookup import TemplateLookup

app = Flask(__name__)
lookup = TemplateLookup(directories=["templates"])
escaping = TemplateLookup(directories=["templates"], default_filters=["str", "h"])
raw = Environment(loader=FileSystemLoader("templates"))
safe = Environment(loader=FileSystemLoader("templates"), autoescape=select_autoescape())


@app.route("/mako")
def with_mako():
    return lookup.get_template("notes.mako").render(note=request.args["note"], tags=request.args.getlist("tag"), title="Notes")


@app.route("/escaped")
def with_filters():
    template = escaping.get_template("escaped.mako")
    return template.render(note=request.args["note"])


@app.route("/raw")
def with_raw():
    template = raw.get_template("raw.html")
    return template.render(note=request.args["note"], title="Notes")  # ok: xss


@app.route("/safe")
def with_safe():
    return safe.get_template("safe.html").render({"note": request.args["note"]})


class Notes(tornado.web.RequestHandler):
    def get(self):
        self.render("tornado.html", note=self.get_argument("note"), tags=self.get_arguments("tag"), title="Notes")


@bottle.route("/notes")
def with_bottle():
    return bottle.template("notes", note=bottle.request.query.note, title="Notes")
