import os
import subprocess
from collections import defaultdict
from enum import Enum
from flask import Flask, abort, request, send_file
from .rows import find_release, load

app = Flask(__name__)
ROOT = "/srv/files/"
SEEN = defaultdict(list)
SIZES = {"a": 1, "b": 2}


class Level(Enum):
    LOW = "low"

    @classmethod
    def _missing_(cls, value):
        return cls.LOW


class Kind(Enum):
    A = "a-kind"


def checked(name):
    if name.startswith("x"):
        return False
    return name in SIZES


@app.get("/c1")
def c1():
    k = request.args["k"]
    found = [i for i in load() if i["name"] == k]
    return send_file(os.path.join(ROOT, k))  # expect: path-traversal


@app.get("/c2")
def c2():
    k = request.args["k"]
    found = next((i for i in load() if i["name"] == k), None)
    return send_file(os.path.join(ROOT, k))  # expect: path-traversal


@app.get("/c3")
def c3():
    k = request.args["k"]
    Level(k)
    return send_file(os.path.join(ROOT, k))  # expect: path-traversal


@app.get("/c4")
def c4():
    k = request.args["k"]
    seen = SEEN[k]
    return send_file(os.path.join(ROOT, k))  # expect: path-traversal


@app.get("/c5")
def c5():
    k = request.args["k"]
    if checked(k) is not None:
        return send_file(os.path.join(ROOT, k))  # expect: path-traversal
    abort(404)


@app.get("/c6")
def c6():
    k = request.args["k"]
    if checked(k):
        return send_file(os.path.join(ROOT, k))  # ok: path-traversal
    abort(404)


@app.get("/c7")
def c7():
    k = request.args["k"]
    found = [i for i in load() if i["name"] == k]
    if len(found) == 0:
        abort(404)
    return send_file(os.path.join(ROOT, k))  # ok: path-traversal


@app.get("/c8")
def c8():
    k = request.args["k"]
    release = find_release(k, request.args["v"])
    if not release:
        abort(404)
    return send_file(os.path.join(ROOT, k))  # ok: path-traversal


@app.get("/c9")
def c9():
    k = request.args["k"]
    if not allowed(Kind(f"{k}-kind")):
        return None
    return send_file(os.path.join(ROOT, k))  # ok: path-traversal


def allowed(kind):
    return kind in [Kind.A]


@app.get("/c10")
def c10():
    k = request.args["k"]
    own = {name: 1 for name in request.json}
    if k not in own:
        abort(404)
    return send_file(os.path.join(ROOT, k))  # expect: path-traversal


@app.get("/c11")
def c11():
    k = request.args["k"]
    own = dict(request.json)
    if own[k]:
        return send_file(os.path.join(ROOT, k))  # expect: path-traversal


@app.get("/c12")
def c12():
    k = request.args["k"]
    own = {}
    own.update(request.json)
    if own[k]:
        return send_file(os.path.join(ROOT, k))  # expect: path-traversal


@app.get("/c13")
def c13():
    k = request.args["k"]
    own = {**request.json, "a": 1}
    if k in own:
        return send_file(os.path.join(ROOT, k))  # expect: path-traversal


@app.get("/c14")
def c14():
    k = request.args["k"]
    own = {"b": 1}
    own.setdefault(request.args["o"], 1)
    if k in own:
        return send_file(os.path.join(ROOT, k))  # expect: path-traversal
