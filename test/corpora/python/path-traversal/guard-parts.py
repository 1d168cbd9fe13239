import os
from pathlib import Path, PurePath
from flask import Flask, abort, request
app = Flask(__name__)
ROOT = Path("/srv/files").resolve()

@app.route("/a")
def a():
    path = Path(request.args["p"])
    if ".." in path.parts:
        raise ValueError()
    if path.is_absolute():
        raise ValueError()
    return (ROOT / path).read_text()  # ok: path-traversal

@app.route("/b")
def b():
    p = request.args["p"]
    if ".." in p.split("/") or p.startswith("/"):
        raise ValueError()
    return (ROOT / p).read_text()  # ok: path-traversal

@app.route("/c")
def c():
    p = request.args["p"]
    if ".." in Path(p).parts or os.path.isabs(p):
        abort(400)
    return (ROOT / p).read_text()  # ok: path-traversal

@app.route("/d")
def d():
    p = request.args["p"]
    if "." in Path(p).parts:
        abort(400)
    return (ROOT / p).read_text()  # expect: path-traversal

@app.route("/e")
def e():
    p = request.args["p"]
    if any(part == ".." for part in Path(p).parts) or p.startswith("/"):
        abort(400)
    return (ROOT / p).read_text()  # ok: path-traversal

store = Store("/srv")
