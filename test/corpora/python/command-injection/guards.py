"""Ways to make input harmless that code in the field uses."""
import os, re, sqlite3, subprocess, hashlib, yaml, pickle, logging
from enum import Enum
from flask import Flask, request, session, redirect, render_template, Response, abort, current_app, send_file
from urllib.parse import urlparse
import requests
app = Flask(__name__)

class Kind(Enum):
    A = "a"
    B = "b"

ALLOWED = {"a": "x", "b": "y"}
PATTERN = re.compile(r"^[a-z0-9_]{1,20}$")

@app.route("/1")
def g1():
    k = Kind(request.args["k"])
    os.system("run " + k.value)  # ok: command-injection
    n = request.args.get("n")
    if not PATTERN.match(n):
        abort(400)
    os.system("run " + n)  # ok: command-injection
    m = request.args.get("m")
    if m not in ALLOWED:
        raise ValueError("m")
    os.system("run " + m)  # ok: command-injection
    o = ALLOWED[request.args["o"]]
    os.system("run " + o)  # ok: command-injection
    p = request.args.get("p", type=float)
    os.system("run %s" % p)  # ok: command-injection
    q = request.args.get("q") == "yes"
    os.system("run %s" % q)  # ok: command-injection
    r = len(request.args["r"])
    os.system("run %s" % r)  # ok: command-injection
    try:
        s = int(request.args["s"])
    except ValueError:
        s = 0
    os.system("run %s" % s)  # ok: command-injection
    t = request.args["t"] if request.args["t"] in ("a", "b") else "a"
    os.system("run " + t)  # ok: command-injection
    u = request.args["u"]
    assert u.isalnum()
    os.system("run " + u)  # ok: command-injection
    w = re.sub(r"[^a-zA-Z0-9]", "", request.args["w"])
    os.system("run " + w)  # ok: command-injection
    x = "".join(c for c in request.args["x"] if c.isalnum())
    os.system("run " + x)  # ok: command-injection
    y = hashlib.sha256(request.args["y"].encode()).hexdigest()
    os.system("run " + y)  # ok: command-injection
    z = next((v for v in ["a", "b"] if v == request.args["z"]), "a")
    os.system("run " + z)  # ok: command-injection

def validate(name):
    if not re.match(r"^\w+$", name):
        raise ValueError(name)
    return name

def check(name):
    return bool(re.fullmatch("[a-z]+", name))

@app.route("/2")
def g2():
    a = validate(request.args["a"])
    os.system("run " + a)  # ok: command-injection
    b = request.args["b"]
    if check(b):
        os.system("run " + b)  # ok: command-injection
    else:
        os.system("run " + b)  # expect: command-injection
    c = request.args["c"]
    validate(c)
    os.system("run " + c)  # ok: command-injection
    d = {"a": request.args["a"], "b": "const"}
    os.system(d["b"])  # ok: command-injection
    e = [request.args["a"], "const"]
    os.system(e[1])  # ok: command-injection
    f, h = request.args["a"], "const"
    os.system(h)  # ok: command-injection
    i = request.args["i"]
    i = "const"
    os.system(i)  # ok: command-injection
    j = None
    if request.method == "POST":
        j = request.args["j"]
    if j is None:
        os.system("x")  # ok: command-injection
    l = str(int(request.args["l"]) + 1)
    os.system(l)  # ok: command-injection
    if False:
        os.system(request.args["z"])  # ok: command-injection
    for o in ("a", "b"):
        if o == request.args["o"]:
            os.system(o)  # ok: command-injection
    full = os.path.abspath(os.path.join("/srv", request.args["f"]))
    if os.path.commonpath([full, "/srv"]) != "/srv":
        abort(403)
    return send_file(full)  # ok: path-traversal

@app.route("/3/<uuid:item>/<float:size>/<any(a,b):kind>")
def g3(item, size, kind):
    os.system("run %s %s %s" % (item, size, kind))  # ok: command-injection

@app.route("/4")
def g4():
    subprocess.run(["git", "log", request.args["ref"]])  # expect: argument-injection
    subprocess.run("ls -l", shell=True)  # ok: command-injection
    sqlite3.connect("x").execute("select ?", [request.args["a"]])  # ok: sql-injection
    cur = sqlite3.connect("x").cursor()
    placeholders = ",".join("?" for _ in request.args.getlist("id"))
    cur.execute("select * from t where id in (%s)" % placeholders, request.args.getlist("id"))  # ok: sql-injection
    ids = ",".join(str(int(i)) for i in request.args.getlist("id"))
    cur.execute("select * from t where id in (%s)" % ids)  # ok: sql-injection
    cur.execute("select * from t where d = ?", (request.args["d"],))  # ok: sql-injection
    for row in cur.fetchall():
        cur.execute("update t set a = ? where id = ?", (row[0], row[1]))  # ok: sql-injection
    open(current_app.config["PATH"])  # ok: path-traversal
    open(os.environ["HOME"] + "/x")  # ok: path-traversal
    with open("/etc/app.conf") as fh:
        conf = yaml.safe_load(fh)
    os.system(conf["cmd"])  # ok: command-injection
    return Response(request.args["a"], mimetype="text/plain")  # ok: xss
