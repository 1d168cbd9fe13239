import sqlite3

from flask import Flask, request

app = Flask(__name__)
db = sqlite3.connect("shop.db")


@app.route("/users")
def users():
    name = request.args["name"]
    rows = db.execute("SELECT id, name FROM users WHERE name = '" + name + "'")
    return str(rows.fetchall())
