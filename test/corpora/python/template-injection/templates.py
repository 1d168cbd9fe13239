from django.template import Context, Template
from flask import Flask, render_template, render_template_string, request
from jinja2 import Environment
from jinja2.sandbox import SandboxedEnvironment
from mako.template import Template as Mako

app = Flask(__name__)


@app.route("/a")
def a():
    name = request.args["name"]
    render_template_string("<h1>Hello " + name + "</h1>")  # expect: template-injection
    render_template_string("<h1>Hello {{ name }}</h1>", name=name)  # ok: template-injection
    Environment().from_string("Hi " + name).render()  # expect: template-injection
    Environment(autoescape=True).from_string("Hi {{ n }}").render(n=name)  # ok: template-injection
    Mako("Hi " + name).render()  # expect: template-injection
    Template("Hi " + name).render(Context({}))  # expect: template-injection
    return render_template("x.html", name=name)  # ok: template-injection
