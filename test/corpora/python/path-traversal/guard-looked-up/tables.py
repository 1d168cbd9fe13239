# A key that a table of the program's own has, and a text that equals what the program has stored, are no text of the client's.
import json
import os
import importlib
from enum import Enum
from pathlib import Path
from flask import Flask, abort, request, send_file

app = Flask(__name__)
ROOT = "/srv/files/"
TABLE = {"a": "one", "b": "two"}


class Kind(Enum):
    A = "a"
    B = "b"


def load():
    with open("/etc/config.json") as f:
        return json.load(f)


def must(key):
    if key not in TABLE:
        raise KeyError(key)
    return TABLE[key]


def known(key):
    for item in load():
        if item["name"] == key:
            return item
    return None


@app.get("/1")
def g1():
    k = request.args["k"]
    if k not in TABLE:
        abort(404)
    return send_file(os.path.join(ROOT, k))  # ok: path-traversal


@app.get("/2")
def g2():
    k = request.args["k"]
    try:
        Kind(k)
    except ValueError:
        abort(404)
    return send_file(os.path.join(ROOT, k))  # ok: path-traversal


@app.get("/3")
def g3():
    k = request.args["k"]
    kind = Kind(f"{k}")
    return send_file(os.path.join(ROOT, k))  # ok: path-traversal


@app.get("/4")
def g4():
    kind = Kind(request.args["k"])
    return send_file(os.path.join(ROOT, kind.value))  # ok: path-traversal


@app.get("/5")
def g5():
    k = request.args["k"]
    found = TABLE.get(k)
    if found is None:
        abort(404)
    return send_file(os.path.join(ROOT, k))  # ok: path-traversal


@app.get("/6")
def g6():
    k = request.args["k"]
    if not TABLE.get(k):
        abort(404)
    return send_file(os.path.join(ROOT, k))  # ok: path-traversal


@app.get("/7")
def g7():
    k = request.args["k"]
    try:
        found = TABLE[k]
    except KeyError:
        abort(404)
    return send_file(os.path.join(ROOT, k))  # ok: path-traversal


@app.get("/8")
def g8():
    k = request.args["k"]
    found = TABLE[k]
    return send_file(os.path.join(ROOT, k))  # ok: path-traversal


@app.get("/9")
def g9():
    k = request.args["k"]
    try:
        must(k)
    except KeyError:
        abort(404)
    return send_file(os.path.join(ROOT, k))  # ok: path-traversal


@app.get("/10")
def g10():
    k = request.args["k"]
    if k not in os.listdir(ROOT):
        abort(404)
    return send_file(os.path.join(ROOT, k))  # ok: path-traversal


@app.get("/11")
def g11():
    k = request.args["k"]
    names = os.listdir(ROOT)
    if k not in names:
        abort(404)
    return send_file(os.path.join(ROOT, k))  # ok: path-traversal


@app.get("/12")
def g12():
    k = request.args["k"]
    names = [p.name for p in Path(ROOT).iterdir()]
    if k not in names:
        abort(404)
    return send_file(os.path.join(ROOT, k))  # ok: path-traversal


@app.get("/13")
def g13():
    k = request.args["k"]
    if known(k) is None:
        abort(404)
    return send_file(os.path.join(ROOT, k))  # ok: path-traversal


@app.get("/14")
def g14():
    k = request.args["k"]
    item = known(k)
    if not item:
        abort(404)
    return send_file(os.path.join(ROOT, k))  # ok: path-traversal


@app.get("/15")
def g15():
    k = request.args["k"]
    for item in load():
        if item["name"] != k:
            continue
        return send_file(os.path.join(ROOT, k))  # ok: path-traversal
    abort(404)


@app.get("/16")
def g16():
    k = request.args["k"]
    item = next((i for i in load() if i["name"] == k), None)
    if item is None:
        abort(404)
    return send_file(os.path.join(ROOT, k))  # ok: path-traversal


@app.get("/17")
def g17():
    k = request.args["k"]
    found = [i for i in load() if i["name"] == k]
    if not found:
        abort(404)
    return send_file(os.path.join(ROOT, k))  # ok: path-traversal


@app.get("/18")
def g18():
    k = request.args["k"]
    if k not in [i["name"] for i in load()]:
        abort(404)
    return send_file(os.path.join(ROOT, k))  # ok: path-traversal


@app.get("/19")
def g19():
    k = request.args["k"]
    if k not in TABLE.keys():
        abort(404)
    return send_file(os.path.join(ROOT, k))  # ok: path-traversal


@app.get("/20")
def g20():
    k = request.args["k"]
    if k not in [kind.value for kind in Kind]:
        abort(404)
    return send_file(os.path.join(ROOT, k))  # ok: path-traversal


@app.get("/21")
def g21():
    k = request.args["k"]
    if k not in load():
        abort(404)
    return send_file(os.path.join(ROOT, k))  # ok: path-traversal


uploads = {}


@app.post("/up")
def up():
    uploads[request.form["name"]] = 1
    return "ok"


@app.get("/n1")
def n1():
    k = request.args["k"]
    if k in TABLE:
        abort(404)
    return send_file(os.path.join(ROOT, k))  # expect: path-traversal


@app.get("/n2")
def n2():
    k = request.args["k"]
    if k not in uploads:
        abort(404)
    return send_file(os.path.join(ROOT, k))  # expect: path-traversal


@app.get("/n3")
def n3():
    k = request.args["k"]
    if k not in request.json:
        abort(404)
    return send_file(os.path.join(ROOT, k))  # expect: path-traversal


@app.get("/n4")
def n4():
    k = request.args["k"]
    try:
        Kind(k)
    except ValueError:
        pass
    return send_file(os.path.join(ROOT, k))  # expect: path-traversal


@app.get("/n5")
def n5():
    k = request.args["k"]
    found = TABLE.get(k, k)
    if found is None:
        abort(404)
    return send_file(os.path.join(ROOT, k))  # expect: path-traversal


@app.get("/n6")
def n6():
    k = request.args["k"]
    for item in request.json:
        if item["name"] != k:
            continue
        return send_file(os.path.join(ROOT, k))  # expect: path-traversal
    abort(404)


@app.get("/n7")
def n7():
    k = request.args["k"]
    try:
        found = TABLE[k]
    except KeyError:
        found = None
    return send_file(os.path.join(ROOT, k))  # expect: path-traversal


@app.get("/n8")
def n8():
    k = request.args["k"]
    found = uploads[k]
    return send_file(os.path.join(ROOT, k))  # expect: path-traversal
