import os
from pathlib import Path
from flask import Flask, abort, request
app = Flask(__name__)
ROOT = "/srv/files"

def validate_name(name):
    if not name or not name.strip():
        return False, "empty"
    if "/" in name or "\\" in name:
        return False, "separators"
    if ".." in name:
        return False, "no way up"
    return True, ""

def asks_nothing(name):
    if len(name) > 100:
        return False, "too long"
    return True, ""

class Persona:
    @staticmethod
    def validate(name):
        if ".." in name or "/" in name:
            return (False, "bad")
        return (True, "")

@app.route("/a")
def a():
    name = request.args["name"]
    ok, message = validate_name(name)
    if not ok:
        abort(400, message)
    return open(os.path.join(ROOT, name)).read()  # ok: path-traversal

@app.route("/b")
def b():
    name = request.args["name"]
    ok, message = asks_nothing(name)
    if not ok:
        abort(400, message)
    return open(os.path.join(ROOT, name)).read()  # expect: path-traversal

@app.route("/c")
def c():
    name = request.args["name"]
    ok, message = validate_name(name)
    return open(os.path.join(ROOT, name)).read()  # expect: path-traversal

@app.route("/d")
def d():
    name = request.args["name"]
    ok, message = Persona.validate(name)
    if not ok:
        raise ValueError(message)
    return (Path(ROOT) / name).read_text()  # ok: path-traversal

@app.route("/e")
def e():
    name = request.args["name"]
    result = validate_name(name)
    if not result[0]:
        raise ValueError(result[1])
    return (Path(ROOT) / name).read_text()  # ok: path-traversal

@app.route("/f")
def f():
    name = request.args["name"]
    if not validate_name(name)[0]:
        raise ValueError()
    return (Path(ROOT) / name).read_text()  # ok: path-traversal

@app.route("/g")
def g():
    name = request.args["name"]
    ok, message = validate_name(name)
    if message:
        pass
    if ok:
        abort(400)
    return (Path(ROOT) / name).read_text()  # expect: path-traversal
