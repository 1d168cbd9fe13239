"""Queries that look alike; the data decides which one is unsafe."""
import pymysql
from flask import Flask, request

app = Flask(__name__)
USE_LEGACY = False
COLUMNS = {"name": "u.name", "mail": "u.mail"}


def cursor():
    return pymysql.connect(host="db", user="app").cursor()


@app.route("/a")
def dead_branch():
    table = "users"
    if USE_LEGACY:
        table = request.args["table"]
    c = cursor()
    c.execute("SELECT * FROM " + table)  # ok: sql-injection
    return {"rows": c.fetchall()}


@app.route("/b")
def lookup():
    column = COLUMNS.get(request.args["column"], "u.name")
    c = cursor()
    c.execute("SELECT " + column + " FROM users u")  # ok: sql-injection
    return {"rows": c.fetchall()}


@app.route("/c")
def list_items():
    parts = ["SELECT * FROM users WHERE name = '", "x", "'"]
    c = cursor()
    c.execute("".join(parts))  # ok: sql-injection
    parts[1] = request.args["name"]
    c.execute("".join(parts))  # expect: sql-injection
    return {"rows": c.fetchall()}


@app.route("/d")
def overwritten():
    name = request.args["name"]
    known = len(name)
    name = "anonymous"
    c = cursor()
    c.execute("SELECT * FROM users WHERE name = '%s' AND size = %d" % (name, known))  # ok: sql-injection
    return {"rows": c.fetchall()}


@app.route("/e")
def dictionary():
    data = {"table": "users", "name": request.args["name"]}
    c = cursor()
    c.execute("SELECT * FROM %(table)s" % data)  # ok: sql-injection
    c.execute("SELECT * FROM users WHERE name = '%(name)s'" % data)  # expect: sql-injection
    return {"rows": c.fetchall()}


@app.route("/f")
def matched():
    match request.args["kind"]:
        case "user" | "admin" as kind:
            pass
        case _:
            kind = "guest"
    c = cursor()
    c.execute("SELECT * FROM users WHERE kind = '" + kind + "'")  # ok: sql-injection
    return {"rows": c.fetchall()}


@app.route("/g")
def closure():
    name = request.form["name"]

    def statement():
        return f"DELETE FROM users WHERE name = '{name}'"

    c = cursor()
    c.execute(statement())  # expect: sql-injection
    return "", 204
