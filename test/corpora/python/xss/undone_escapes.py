"""Escaping that is undone before the page is made."""

import html
from urllib.parse import quote, unquote
from xml.sax.saxutils import unescape

from flask import Flask, request

app = Flask(__name__)


def shown(text):
    return "<p>" + html.unescape(text) + "</p>"


@app.route("/note")
def note():
    kept = html.escape(request.args["note"])
    return "<p>" + kept + "</p>"  # ok: xss


@app.route("/raw")
def raw():
    kept = html.escape(request.args["note"])
    return "<p>" + html.unescape(kept) + "</p>"  # expect: xss


@app.route("/shown")
def through_a_function():
    return shown(html.escape(request.args["note"]))  # expect: xss


@app.route("/again")
def escaped_again():
    return html.escape(html.unescape(html.escape(request.args["note"])))  # ok: xss


@app.route("/link")
def link():
    target = quote(request.args["target"])
    return f"<a href='/go/{target}'>{unescape(unquote(target))}</a>"  # expect: xss


@app.route("/plain")
def plain():
    target = quote(request.args["target"])
    return f"<a href='/go/{target}'>go</a>"  # ok: xss
