import functools
import os
import re
from flask import Flask, request, abort, session
import sqlite3

app = Flask(__name__)
NAME = re.compile(r"[a-z]{1,20}")


class ValidationError(Exception):
    pass


def require_name(value):
    if not NAME.fullmatch(value or ""):
        raise ValidationError("bad name: %s" % value)
    return value


def checked(fn):
    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        if request.args.get("dir") not in ("in", "out"):
            abort(400)
        return fn(*args, **kwargs)
    return wrapper


@app.errorhandler(ValidationError)
def invalid(error):
    return "<p>" + str(error) + "</p>", 400


@app.get("/a")
def a():
    os.system("ls " + require_name(request.args.get("n")))  # ok: command-injection
    return ""


@app.get("/b")
def b():
    try:
        name = require_name(request.args.get("n"))
    except ValidationError:
        name = "none"
    os.system("ls " + name)  # ok: command-injection
    return ""


@app.get("/d")
@checked
def d():
    os.system("ls " + request.args["file"])  # expect: command-injection
    return ""


@app.get("/e")
def e():
    names = [n for n in request.args.getlist("n") if NAME.fullmatch(n)]
    os.system("ls " + " ".join(names))  # ok: command-injection
    for n in request.args.getlist("n"):
        if not NAME.fullmatch(n):
            break
        os.system("ls " + n)  # ok: command-injection
    return ""


@app.get("/f")
def f():
    cmd = {"start": "systemctl start x", "stop": "systemctl stop x"}.get(request.args["c"], "true")
    os.system(cmd)  # ok: command-injection
    cols = {"a", "b"} & set(request.args.getlist("c"))
    sqlite3.connect("x").execute("SELECT " + ",".join(cols) + " FROM t")  # ok: sql-injection
    order = "DESC" if request.args.get("o") == "d" else "ASC"
    sqlite3.connect("x").execute(f"SELECT * FROM t ORDER BY a {order}")  # ok: sql-injection
    n = request.args["n"]
    sqlite3.connect("x").execute("SELECT * FROM t WHERE a = '" + n.replace("'", "''") + "'")  # ok: sql-injection
    t = tuple(request.args.getlist("i"))
    sqlite3.connect("x").execute("SELECT * FROM t WHERE a IN %s" % str(t))  # expect: sql-injection
    return ""
