import os
from urllib.parse import unquote

from flask import Flask, abort, request, send_file

app = Flask(__name__)
ROOT = "/srv/books"


@app.route("/put-together")
def put_together():
    name = request.args["name"]
    path = ROOT + "/" + name
    if ".." in name:
        abort(404)
    return send_file(path)  # ok: path-traversal


@app.route("/joined")
def joined():
    name = request.args["name"]
    path = os.path.join(ROOT, name)
    if ".." in name or os.path.isabs(name):
        abort(404)
    return send_file(path)  # ok: path-traversal


@app.route("/absolute")
def absolute():
    name = request.args["name"]
    path = os.path.join(ROOT, name)
    if ".." in name:
        abort(404)
    return send_file(path)  # expect: path-traversal


@app.route("/decoded")
def decoded():
    name = request.args["name"]
    path = ROOT + "/" + unquote(name)
    if ".." in name:
        abort(404)
    return send_file(path)  # expect: path-traversal


@app.route("/of-two")
def of_two():
    name = request.args["name"]
    folder = request.args["folder"]
    path = ROOT + "/" + folder + "/" + name
    if ".." in name:
        abort(404)
    return send_file(path)  # expect: path-traversal


@app.route("/another-by-then")
def another_by_then():
    name = request.args["name"]
    path = ROOT + "/" + name
    name = os.path.basename(name)
    if ".." in name:
        abort(404)
    return send_file(path)  # expect: path-traversal


@app.route("/asked-before")
def asked_before():
    name = request.args["name"]
    is_fine = name in ("index", "terms")
    name = request.args["other"]
    if not is_fine:
        abort(404)
    return send_file(ROOT + "/" + name)  # expect: path-traversal


def below_root(name):
    name = os.path.normpath(name)
    path = os.path.join(ROOT, name)
    if os.path.isabs(name) or name == ".." or name.startswith("../"):
        abort(404)
    return path


@app.route("/normalised")
def normalised():
    return send_file(below_root(request.args["name"]))  # ok: path-traversal


@app.route("/not-normalised")
def not_normalised():
    name = request.args["name"]
    if name.startswith(("/", "..")):
        abort(404)
    return send_file(os.path.join(ROOT, name))  # expect: path-traversal
