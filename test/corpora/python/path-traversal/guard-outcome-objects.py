import os
from dataclasses import dataclass
from flask import Flask, abort, request
app = Flask(__name__)
@dataclass
class Outcome:
    ok: bool
    message: str = ""
def check(name):
    if ".." in name or "/" in name:
        return Outcome(False, "no")
    return Outcome(ok=True)
class Result:
    def __init__(self, ok):
        self.ok = ok
def check2(name):
    if ".." in name or "/" in name:
        return Result(False)
    return Result(True)
@app.route("/a")
def a():
    name = request.args["n"]
    outcome = check(name)
    if not outcome.ok:
        abort(400)
    return open(os.path.join("/srv", name)).read()  # ok: path-traversal
@app.route("/b")
def b():
    name = request.args["n"]
    outcome = check(name)
    return open(os.path.join("/srv", name)).read()  # expect: path-traversal
@app.route("/c")
def c():
    name = request.args["n"]
    outcome = check2(name)
    if not outcome.ok:
        abort(400)
    return open(os.path.join("/srv", name)).read()  # ok: path-traversal
