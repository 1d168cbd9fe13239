from pathlib import Path
from flask import Flask, abort, request
app = Flask(__name__)
BASE = Path("/srv/files").resolve()
KINDS = ["a", "b"]

@app.route("/g")
def g():
    names = request.args.getlist("n")
    for name in names:
        if name not in KINDS:
            abort(400)
    for name in names:
        open("/srv/" + name)  # ok: path-traversal
    return "x"

@app.route("/g2")
def g2():
    names = request.args.getlist("n")
    for name in names:
        if name not in KINDS:
            continue
        print(1)
    for name in names:
        open("/srv/" + name)  # expect: path-traversal
    return "x"

@app.route("/h")
def h():
    path = (BASE / request.args["n"]).resolve()
    if path.parent != BASE:
        abort(400)
    return path.read_text()  # ok: path-traversal

@app.route("/h2")
def h2():
    path = BASE / request.args["n"]
    if path.parent != BASE:
        abort(400)
    return path.read_text()  # expect: path-traversal

@app.route("/h3")
def h3():
    name = request.args["n"]
    if Path(name).resolve().parent != BASE:
        abort(400)
    return open(name).read()  # ok: path-traversal

@app.route("/h4")
def h4():
    path = BASE / request.args["n"]
    if path.parent == BASE:
        abort(400)
    return path.read_text()  # expect: path-traversal

@app.route("/all")
def of_all():
    names = request.args.getlist("n")
    if not all(name in KINDS for name in names):
        abort(400)
    for name in names:
        open("/srv/" + name)  # ok: path-traversal
    return "x"

@app.route("/any")
def of_any():
    names = request.args.getlist("n")
    if not any(name in KINDS for name in names):
        abort(400)
    for name in names:
        open("/srv/" + name)  # expect: path-traversal
    return "x"

@app.route("/left")
def left_early():
    names = request.args.getlist("n")
    for name in names:
        if name == "last":
            break
        if name not in KINDS:
            abort(400)
    for name in names:
        open("/srv/" + name)  # expect: path-traversal
    return "x"

@app.route("/own/<path:path>")
def own(path):
    me = load_user()
    if path != me.mac + ".png":
        abort(404)
    return open("/srv/" + path).read()  # ok: path-traversal
