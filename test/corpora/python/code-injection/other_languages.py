"""Programs in other languages, and stylesheets, that the server runs."""

import dukpy
import js2py
import pandas
import torch
from flask import Flask, request
from lupa import LuaRuntime
from lxml import etree
from py_mini_racer import MiniRacer

app = Flask(__name__)
PAGE = etree.XSLT(etree.parse("page.xsl"))


@app.route("/rule", methods=["POST"])
def rule():
    text = request.form["rule"]
    js2py.eval_js(text)  # expect: code-injection
    js2py.eval_js("function f(a) { return a }")(text)  # ok: code-injection
    context = js2py.EvalJs()
    context.execute("var x = " + text)  # expect: code-injection
    dukpy.evaljs(text)  # expect: code-injection
    dukpy.evaljs("dukpy['text'].length", text=text)  # ok: code-injection
    MiniRacer().eval(text)  # expect: code-injection
    LuaRuntime().execute(text)  # expect: code-injection
    return "ok"


@app.route("/page", methods=["POST"])
def page():
    frame = pandas.read_excel("books.xlsx").sort_values("year").dropna()
    frame.query("year > " + request.form["year"])  # expect: code-injection
    frame.query("year > @year", local_dict={"year": request.form["year"]})  # ok: code-injection
    torch.jit.load(request.files["model"])  # expect: unsafe-deserialization
    document = etree.fromstring("<book/>")
    sheet = etree.XML(request.form["sheet"])  # expect: xxe
    etree.XSLT(sheet)  # expect: code-injection
    document.xslt(sheet)  # expect: code-injection
    PAGE(document)  # ok: code-injection
    return "ok"
