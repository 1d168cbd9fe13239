import re
import sqlite3

from flask import Flask, abort, request

app = Flask(__name__)
db = sqlite3.connect("shop.db")


@app.route("/refused")
def refused():
    name = request.args["name"]
    if "'" in name:
        abort(400)
    db.execute(f"SELECT * FROM goods WHERE name = '{name}'")  # ok: sql-injection
    db.execute("SELECT * FROM goods WHERE name = '" + name + "' AND sold = 0")  # ok: sql-injection
    db.execute("SELECT * FROM goods WHERE name = '%s'" % name)  # ok: sql-injection
    db.execute(f"SELECT * FROM goods WHERE price = {name}")  # expect: sql-injection
    db.execute(f"SELECT * FROM goods WHERE kind = 'new' AND price = {name}")  # expect: sql-injection
    db.execute(f'SELECT "{name}" FROM goods')  # expect: sql-injection
    return ""


@app.route("/refused-by-pattern")
def refused_by_pattern():
    name = request.args["name"]
    if re.search(r"['\"\\]", name):
        abort(400)
    db.execute(f"SELECT * FROM goods WHERE name = '{name}'")  # ok: sql-injection
    db.execute(f'SELECT "{name}" FROM goods')  # ok: sql-injection
    db.execute(f"SELECT {name} FROM goods")  # expect: sql-injection
    return ""


@app.route("/each-refused")
def each_refused():
    name = request.args["name"]
    if any(mark in name for mark in "'\"\\"):
        abort(400)
    db.execute(f"SELECT * FROM goods WHERE name = '{name}'")  # ok: sql-injection
    db.execute(f"SELECT {name} FROM goods")  # expect: sql-injection
    return ""


@app.route("/some-refused")
def some_refused():
    name = request.args["name"]
    if all(mark in name for mark in "'\"\\"):
        abort(400)
    db.execute(f"SELECT * FROM goods WHERE name = '{name}'")  # expect: sql-injection
    return ""


@app.route("/taken-out")
def taken_out():
    name = re.sub(r"['\"]", "", request.args["name"])
    db.execute(f"SELECT * FROM goods WHERE name = '{name}'")  # ok: sql-injection
    db.execute(f"SELECT {name} FROM goods")  # expect: sql-injection
    return ""
