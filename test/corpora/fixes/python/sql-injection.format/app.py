import sqlite3

from flask import Flask, jsonify, request

app = Flask(__name__)


def find(minimum):
    with sqlite3.connect("shop.db") as db:
        cursor = db.cursor()
        cursor.execute(f"SELECT name FROM users WHERE id >= {minimum} ORDER BY id")
        return [row[0] for row in cursor.fetchall()]


@app.route("/users")
def users():
    return jsonify(find(request.args.get("from")))
