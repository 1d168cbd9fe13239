import os
import re
import shutil
from pathlib import Path
from flask import Flask, abort, request, send_from_directory
app = Flask(__name__)
FOLDER = "/srv/files"

# Without `..` an absolute path is still one, and replaces what it is joined to.
@app.route("/a")
def a():
    name = request.args["n"]
    if ".." in name:
        abort(400)
    return open(os.path.join(FOLDER, name)).read()  # expect: path-traversal

@app.route("/b")
def b():
    name = request.args["n"]
    if ".." in name:
        abort(400)
    return (Path(FOLDER) / name).read_text()  # expect: path-traversal

@app.route("/c")
def c():
    name = request.args["n"]
    if ".." in name:
        abort(400)
    return open(name).read()  # expect: path-traversal

@app.route("/d")
def d():
    name = request.args["n"]
    if ".." in name:
        abort(400)
    return open(FOLDER + "/" + name).read()  # ok: path-traversal

@app.route("/e")
def e():
    name = request.args["n"]
    if ".." in name or name.startswith("/"):
        abort(400)
    return open(os.path.join(FOLDER, name)).read()  # ok: path-traversal

@app.route("/f")
def f():
    name = request.args["n"]
    if ".." in name or os.path.isabs(name):
        abort(400)
    return open(os.path.join(FOLDER, name)).read()  # ok: path-traversal

def has_no_way_up(name):
    return ".." not in name

def read(name):
    return open(f"{FOLDER}/{name}").read()  # ok: path-traversal

@app.route("/g")
def g():
    name = request.args["n"]
    if not has_no_way_up(name):
        abort(400)
    return read(name)

def read_anew(name):
    return open(os.path.join(FOLDER, name)).read()  # expect: path-traversal

@app.route("/h")
def h():
    name = request.args["n"]
    if not has_no_way_up(name):
        abort(400)
    return read_anew(name)

# A name without separators may be `..`: no file, but a folder, and a way up before other parts.
@app.route("/i")
def i():
    name = re.sub(r"[^\w.-]+", "", request.args["n"])
    return open(os.path.join(FOLDER, name)).read()  # ok: path-traversal

@app.route("/j")
def j():
    name = re.sub(r"[^\w.-]+", "", request.args["n"])
    return open(os.path.join(FOLDER, name, "index.html")).read()  # expect: path-traversal

@app.route("/k")
def k():
    name = re.sub(r"[^\w.-]+", "", request.args["n"])
    return send_from_directory(os.path.join(FOLDER, name), "index.html")  # expect: path-traversal

@app.route("/l")
def l():
    name = re.sub(r"[^\w-]+", "", request.args["n"])
    return send_from_directory(os.path.join(FOLDER, name), "index.html")  # ok: path-traversal

@app.route("/m")
def m():
    name = request.args["n"]
    if not re.fullmatch(r"[\w.-]+", name):
        abort(400)
    shutil.rmtree(f"{FOLDER}/{name}")  # expect: path-traversal
    return "done"

@app.route("/n")
def n():
    name = request.args["n"]
    if not re.fullmatch(r"[\w.-]+", name):
        abort(400)
    return open(f"{FOLDER}/{name}/text").read()  # expect: path-traversal

@app.route("/o")
def o():
    name = request.args["n"]
    if not re.fullmatch(r"[a-z]+\.txt", name):
        abort(400)
    return open(f"{FOLDER}/{name}/text").read()  # ok: path-traversal

@app.route("/p")
def p():
    name = request.args["n"]
    if not re.fullmatch(r"[\w/]+", name):
        abort(400)
    return open(os.path.join(FOLDER, name)).read()  # expect: path-traversal
