"""Code that looks dangerous at a glance and is not."""
import os, re, json, subprocess, logging, hashlib, random, string, sqlite3, html
from flask import Flask, request, redirect, url_for, jsonify, render_template, Response, send_from_directory, session, escape
from markupsafe import escape as esc
from datetime import datetime
import uuid
app = Flask(__name__)
TABLES = frozenset(["users", "orders"])
SORTS = {"name": "name ASC", "date": "created DESC"}
COMMANDS = [["ls", "-l"], ["df", "-h"]]

def allowed_file(name):
    return "." in name and name.rsplit(".", 1)[1].lower() in {"png", "jpg"}

def to_int(value, default=0):
    try:
        return int(value)
    except (TypeError, ValueError):
        return default

class Page:
    def __init__(self, args):
        self.number = to_int(args.get("page"), 1)
        self.size = min(int(args.get("size", 10)), 100)
        self.sort = SORTS.get(args.get("sort"), SORTS["name"])

def db():
    return sqlite3.connect("x.db")

@app.route("/1")
def a1():
    p = Page(request.args)
    q = "SELECT * FROM t ORDER BY %s LIMIT %d OFFSET %d" % (p.sort, p.size, (p.number - 1) * p.size)
    return jsonify(db().execute(q).fetchall())  # ok: sql-injection

@app.route("/2/<table>")
def a2(table):
    if table not in TABLES:
        return "no", 404
    rows = db().execute("SELECT * FROM " + table).fetchall()  # ok: sql-injection
    return jsonify(rows)

@app.route("/3")
def a3():
    index = int(request.args["i"])
    subprocess.run(COMMANDS[index])  # ok: command-injection
    uid = uuid.UUID(request.args["u"])
    os.system("id %s" % uid)  # ok: command-injection
    day = datetime.strptime(request.args["d"], "%Y-%m-%d")
    os.system("log %s" % day)  # ok: command-injection
    return "ok"

@app.route("/4")
def a4():
    name = request.args["name"]
    return f"<p>{esc(name)}</p>"  # ok: xss

@app.route("/5")
def a5():
    name = html.escape(request.args["name"], quote=True)
    items = "".join(f"<li>{escape(x)}</li>" for x in request.args.getlist("x"))
    return "<ul>" + items + name + "</ul>"  # ok: xss

@app.route("/6")
def a6():
    return json.dumps({"a": request.args["a"]}), 200, {"Content-Type": "application/json"}  # ok: xss

@app.route("/7")
def a7():
    n = request.args["n"]
    if not re.fullmatch(r"[A-Za-z0-9_\-]{1,64}", n):
        return "bad", 400
    os.system("touch /srv/" + n)  # ok: command-injection
    return redirect(url_for("a6", n=n))  # ok: open-redirect

@app.route("/8")
def a8():
    checksum = hashlib.md5(request.data, usedforsecurity=False).hexdigest()  # ok: weak-hash
    color = random.choice(["red", "green"])  # ok: weak-random
    delay = random.uniform(1, 2)  # ok: weak-random
    logging.info("checksum %s", checksum)  # ok: log-injection
    logging.info("n=%d", to_int(request.args.get("n")))  # ok: log-injection
    return {"c": color, "d": delay}

@app.route("/9")
def a9():
    session["visits"] = session.get("visits", 0) + 1  # ok: trust-boundary
    ua = request.headers.get("User-Agent", "")
    kind = "mobile" if "Mobile" in ua else "desktop"
    os.system("count " + kind)  # ok: command-injection
    lang = request.accept_languages.best_match(["en", "de"])
    os.system("greet " + lang)  # ok: command-injection
    return Response(json.dumps({"a": ua}), mimetype="application/json")  # ok: xss

@app.route("/10")
def a10():
    data = request.get_json(silent=True) or {}
    total = sum(int(x["n"]) for x in data.get("items", []))
    os.system("total %d" % total)  # ok: command-injection
    flags = {k: bool(v) for k, v in data.items() if k in ("a", "b")}
    os.system("flags %s" % flags["a"])  # ok: command-injection
    size = max(1, min(10, int(data["size"])))
    os.system("size " + str(size))  # ok: command-injection
    words = [w for w in data["words"] if w in TABLES]
    os.system("words " + " ".join(words))  # ok: command-injection
    ext = os.path.splitext(request.args["f"])[1]
    if ext in (".png", ".gif"):
        os.system("convert x" + ext)  # ok: command-injection
    return send_from_directory("/srv", request.args["f"])  # ok: path-traversal
