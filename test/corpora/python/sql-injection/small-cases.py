"""Little cases, each one way in, through, or around."""
import base64
import os
import random
import re
from collections import OrderedDict, defaultdict
from functools import reduce
from itertools import chain
from urllib.parse import unquote

import psycopg2
from flask import Flask, request, session, make_response

app = Flask(__name__)
conn = psycopg2.connect("")
cur = conn.cursor()


class Holder:
    def __init__(self, v):
        self._v = v

    @property
    def value(self):
        return self._v

    def __str__(self):
        return "h:" + self._v


class Stack:
    def __init__(self):
        self.items = []

    def push(self, x):
        self.items.append(x)
        return self

    def pop(self):
        return self.items.pop()


class Shape:
    def sql(self, x):
        return "SELECT 1"


class Square(Shape):
    def sql(self, x):
        return "SELECT " + x


class Circle(Shape):
    pass


@app.route("/bench/1", methods=["GET", "POST"])
def one():
    p = request.form.get("p")
    bar = "safe" if 7 * 42 - 106 > 200 else p
    cur.execute("SELECT " + bar + " FROM t")  # expect: sql-injection
    bar2 = "safe" if 7 * 18 + 106 > 200 else p
    cur.execute("SELECT " + bar2 + " FROM t")  # ok: sql-injection
    d = OrderedDict()
    d["a"] = "x"
    d["b"] = p
    cur.execute("SELECT " + d["a"])  # ok: sql-injection
    cur.execute("SELECT " + d["b"])  # expect: sql-injection
    lst = ["safe", p, "moresafe"]
    lst.pop(0)
    cur.execute("SELECT " + lst[1])  # ok: sql-injection
    cur.execute("SELECT " + lst[0])  # expect: sql-injection
    enc = base64.b64decode(base64.b64encode(p.encode())).decode()
    cur.execute("SELECT " + enc)  # expect: sql-injection
    h = Holder(p)
    cur.execute(f"SELECT {h}")  # expect: sql-injection
    cur.execute("SELECT " + h.value)  # expect: sql-injection
    cur.execute("SELECT %d" % len(h.value))  # ok: sql-injection
    s = Stack().push("a").push(p)
    top = s.pop()
    cur.execute("SELECT " + top)  # expect: sql-injection
    cur.execute(reduce(lambda a, b: a + b, ["SELECT ", p]))  # expect: sql-injection
    cur.execute(" ".join(chain(["SELECT"], [p])))  # expect: sql-injection
    groups = defaultdict(list)
    groups["k"].append(p)
    cur.execute("SELECT " + groups["k"][0])  # expect: sql-injection
    name, *rest = p.split(",")
    cur.execute("SELECT " + rest[0])  # expect: sql-injection
    return ""


@app.route("/bench/2")
def two():
    p = unquote(request.cookies.get("c", ""))
    shape = Square() if request.args.get("s") else Circle()
    cur.execute(shape.sql(p))  # expect: sql-injection
    cur.execute(Circle().sql(p))  # ok: sql-injection
    session["role"] = p  # expect: trust-boundary
    session["n"] = int(p)  # ok: trust-boundary
    session[request.args["k"]] = "x"  # expect: trust-boundary
    rand = str(random.random())[2:]  # expect: weak-random
    resp = make_response("ok")
    resp.set_cookie("remember", rand, secure=True, httponly=True)
    good = str(random.SystemRandom().random())
    resp.set_cookie("remember2", good, secure=True, httponly=True)  # ok: weak-random
    return resp


@app.route("/bench/3/<kind>")
def three(kind):
    try:
        n = float(kind)
    except ValueError:
        return "bad"
    os.system(f"calc {n}")  # ok: command-injection
    while True:
        if kind.isdigit():
            break
        return "bad"
    os.system("calc " + kind)  # ok: command-injection
    return ""


@app.route("/bench/4")
def four():
    q = request.args.get("q", "")
    if q not in ["a", "b"]:
        q = "a"
    os.system("x " + q)  # ok: command-injection
    w = request.args.get("w", "")
    assert re.match(r"^\w+$", w)
    os.system("x " + w)  # ok: command-injection
    z = request.args.get("z", "")
    z = "".join(ch for ch in z if ch.isalnum())
    os.system("x " + z)  # ok: command-injection
    t = request.args.get("t", "").translate(str.maketrans("", "", ";|&"))
    os.system("x " + t)  # expect: command-injection
    v = {"a": 1, "b": 2}[request.args.get("v", "a")]
    os.system(f"x {v}")  # ok: command-injection
    u = request.args.get("u", "")
    if u in ("a", "b") and len(u) == 1:
        os.system("x " + u)  # ok: command-injection
    if u == "a" or request.args.get("force"):
        os.system("x " + u)  # expect: command-injection
    return ""
