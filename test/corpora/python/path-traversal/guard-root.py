import os
from pathlib import Path, PurePath
from flask import Flask, abort, request
app = Flask(__name__)
FOLDER = "/srv/files"
ROOT = Path("/srv/files").resolve()

@app.route("/f")
def f():
    p = request.args["p"]
    full = (ROOT / p).resolve()
    if not full.is_relative_to(ROOT):
        abort(400)
    return full.read_text()  # ok: path-traversal

@app.route("/g")
def g():
    p = request.args["p"]
    full = ROOT / p
    if not full.is_relative_to(ROOT):
        abort(400)
    return full.read_text()  # expect: path-traversal

@app.route("/h")
def h():
    p = request.args["p"]
    full = (ROOT / p).resolve()
    full.relative_to(ROOT)
    return full.read_text()  # ok: path-traversal

@app.route("/i")
def i():
    p = request.args["p"]
    full = (ROOT / p).resolve()
    try:
        full.relative_to(ROOT)
    except ValueError:
        abort(404)
    return full.read_text()  # ok: path-traversal

def below(base, full):
    try:
        full.resolve().relative_to(base)
        return True
    except ValueError:
        return False

@app.route("/j")
def j():
    p = request.args["p"]
    full = ROOT / p
    if not below(ROOT, full):
        abort(404)
    return full.read_text()  # ok: path-traversal

@app.route("/k")
def k():
    p = request.args["p"]
    full = ROOT / p
    try:
        full.relative_to(ROOT)
    except ValueError:
        abort(404)
    return full.read_text()  # expect: path-traversal

@app.route("/l")
def l():
    p = request.args["p"]
    full = (ROOT / p).resolve()
    try:
        full.relative_to(ROOT)
    except ValueError:
        pass
    return full.read_text()  # expect: path-traversal

@app.route("/m")
def m():
    p = os.path.normpath("/" + request.args["p"]).lstrip("/")
    return open(os.path.join("/srv", p)).read()  # ok: path-traversal

store = Store("/srv")
def checked(p, folder):
    if not p:
        raise ValueError("empty")
    base = Path(folder)
    path = Path(p)
    if ".." in path.parts:
        raise ValueError("no")
    full = base / path
    if path.is_absolute():
        raise ValueError("no")
    if not str(full.resolve()).startswith(str(base.resolve())):
        raise ValueError("no")
    try:
        full.resolve().relative_to(base.resolve())
    except ValueError:
        raise ValueError("out")
    return full

@app.route("/q")
def q():
    full = checked(request.args["p"], "/srv")
    return full.read_text()  # ok: path-traversal

class Store:
    def __init__(self, base):
        self.base = Path(base).resolve()
    def validate(self, path):
        if not path:
            raise ValueError("empty")
        path_obj = Path(path)
        if ".." in path_obj.parts:
            raise ValueError("no")
        try:
            full = (self.base / path_obj).resolve()
            full.relative_to(self.base)
            return full
        except ValueError:
            raise ValueError("escape")
    def read(self, path):
        return self.validate(path).read_text()  # ok: path-traversal
    def read2(self, path):
        return (self.base / path).read_text()  # expect: path-traversal

store = Store("/srv")
@app.route("/r")
def r():
    return store.read(request.args["p"])
@app.route("/s")
def s():
    return store.read2(request.args["p"])
@app.route("/text-a")
def text_a():
    full = os.path.realpath(os.path.join(FOLDER, request.args["p"]))
    if not full.startswith(FOLDER):
        abort(400)
    return open(full).read()  # expect: path-traversal

@app.route("/text-b")
def text_b():
    full = os.path.realpath(os.path.join(FOLDER, request.args["p"]))
    if not full.startswith(FOLDER + os.sep):
        abort(400)
    return open(full).read()  # ok: path-traversal

@app.route("/text-c")
def text_c():
    full = os.path.realpath(os.path.join(FOLDER, request.args["p"]))
    if not full.startswith(FOLDER + "/"):
        abort(400)
    return open(full).read()  # ok: path-traversal

@app.route("/text-d")
def text_d():
    full = os.path.realpath(os.path.join(FOLDER, request.args["p"]))
    if os.path.commonpath([full, FOLDER]) != FOLDER:
        abort(400)
    return open(full).read()  # ok: path-traversal

@app.route("/text-e")
def text_e():
    full = os.path.realpath(os.path.join(FOLDER, request.args["p"]))
    if os.path.commonprefix([full, FOLDER]) != FOLDER:
        abort(400)
    return open(full).read()  # expect: path-traversal

@app.route("/text-f")
def text_f():
    full = os.path.join(FOLDER, request.args["p"])
    if os.path.commonpath([full, FOLDER]) != FOLDER:
        abort(400)
    return open(full).read()  # expect: path-traversal

