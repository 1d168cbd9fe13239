"""Product search of a small shop."""
import sqlite3

from flask import Flask, g, jsonify, request

app = Flask(__name__)
DATABASE = "shop.db"

PAGE_SIZE = 20


def get_db():
    db = getattr(g, "_database", None)
    if db is None:
        db = g._database = sqlite3.connect(DATABASE)
    return db


@app.route("/products")
def products():
    term = request.args.get("q", "")
    sort = request.args.get("sort", "name")
    cursor = get_db().cursor()
    cursor.execute("SELECT id, name FROM products WHERE name LIKE '%" + term + "%'")  # expect: sql-injection
    rows = cursor.fetchall()
    cursor.execute("SELECT id, name FROM products ORDER BY " + sort)  # expect: sql-injection
    return jsonify(rows + cursor.fetchall())


@app.route("/products/safe")
def products_safe():
    term = request.args.get("q", "")
    sort = request.args.get("sort", "name")
    if sort not in ("name", "price", "stock"):
        sort = "name"
    cursor = get_db().cursor()
    cursor.execute("SELECT id, name FROM products WHERE name LIKE ? ORDER BY " + sort, ("%" + term + "%",))  # ok: sql-injection
    return jsonify(cursor.fetchall())


@app.route("/products/page")
def page():
    number = request.args.get("page", 1, type=int)
    cursor = get_db().cursor()
    cursor.execute(f"SELECT id FROM products LIMIT {PAGE_SIZE} OFFSET {number * PAGE_SIZE}")  # ok: sql-injection
    return jsonify(cursor.fetchall())


@app.route("/products/<int:product_id>/reviews")
def reviews(product_id):
    stars = int(request.args["stars"])
    rows = get_db().execute("SELECT body FROM reviews WHERE product = %d AND stars = %s" % (product_id, stars))  # ok: sql-injection
    return jsonify(rows.fetchall())
