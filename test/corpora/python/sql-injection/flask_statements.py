import os
import sqlite3
import psycopg2
import pymysql
from psycopg2 import sql
from flask import Flask, request, jsonify, abort
from sqlalchemy import create_engine, text, select, column, table, bindparam
from sqlalchemy.orm import Session

app = Flask(__name__)
engine = create_engine(os.environ["DB"])
SORTS = {"name": "u.name", "age": "u.age"}


@app.get("/bad1")
def bad1():
    conn = sqlite3.connect("a.db")
    cur = conn.cursor()
    cur.execute("SELECT * FROM users WHERE id = '%s'" % request.args.get("id"))  # expect: sql-injection
    return jsonify(cur.fetchall())


@app.get("/good1")
def good1():
    conn = sqlite3.connect("a.db")
    cur = conn.cursor()
    cur.execute("SELECT * FROM users WHERE id = ?", (request.args.get("id"),))  # ok: sql-injection
    return jsonify(cur.fetchall())


@app.get("/bad2")
def bad2():
    with psycopg2.connect(os.environ["PG"]) as conn, conn.cursor() as cur:
        where = []
        for key, value in request.args.items():
            where.append(f"{key} = '{value}'")
        cur.execute("SELECT * FROM items WHERE " + " AND ".join(where))  # expect: sql-injection
        return jsonify(cur.fetchone())


@app.get("/good2")
def good2():
    with psycopg2.connect(os.environ["PG"]) as conn, conn.cursor() as cur:
        order = SORTS.get(request.args.get("sort"), "u.id")
        cur.execute("SELECT * FROM users u ORDER BY " + order)  # ok: sql-injection
        return jsonify(cur.fetchall())


@app.get("/good3")
def good3():
    with psycopg2.connect(os.environ["PG"]) as conn, conn.cursor() as cur:
        cur.execute(sql.SQL("SELECT * FROM {} WHERE id = %s").format(sql.Identifier(request.args["t"])), [request.args["id"]])  # ok: sql-injection
        return jsonify(cur.fetchall())


@app.post("/good4")
def good4():
    ids = [int(i) for i in request.form.getlist("id")]
    marks = ",".join(["%s"] * len(ids))
    conn = pymysql.connect(host="db")
    with conn.cursor() as cur:
        cur.execute(f"DELETE FROM items WHERE id IN ({marks})", ids)  # ok: sql-injection
    return ""


@app.post("/bad4")
def bad4():
    ids = request.form.getlist("id")
    conn = pymysql.connect(host="db")
    with conn.cursor() as cur:
        cur.execute("DELETE FROM items WHERE id IN (%s)" % ",".join(ids))  # expect: sql-injection
    return ""


@app.get("/bad5")
def bad5():
    with Session(engine) as session:
        stmt = text("SELECT * FROM users WHERE name LIKE '%" + request.args["q"] + "%'")  # expect: sql-injection
        return jsonify(list(session.execute(stmt)))


@app.get("/good5")
def good5():
    with Session(engine) as session:
        stmt = text("SELECT * FROM users WHERE name LIKE :q").bindparams(q="%" + request.args["q"] + "%")  # ok: sql-injection
        return jsonify(list(session.execute(stmt)))


@app.get("/good6")
def good6():
    field = request.args.get("field", "name")
    if field not in ("name", "email"):
        abort(400)
    with engine.connect() as conn:
        return jsonify(list(conn.execute(text(f"SELECT {field} FROM users"))))  # ok: sql-injection


@app.get("/bad6")
def bad6():
    field = request.args.get("field", "name")
    if field not in ("name", "email"):
        app.logger.warning("odd field")
    with engine.connect() as conn:
        return jsonify(list(conn.execute(text(f"SELECT {field} FROM users"))))  # expect: sql-injection


@app.get("/good7")
def good7():
    try:
        limit = int(request.args.get("limit", 10))
    except ValueError:
        limit = 10
    conn = sqlite3.connect("a.db")
    rows = conn.execute("SELECT * FROM users LIMIT {}".format(limit)).fetchall()  # ok: sql-injection
    return jsonify(rows)


@app.get("/good8")
def good8():
    q = request.args.get("q")
    q = "fixed"
    conn = sqlite3.connect("a.db")
    return jsonify(conn.execute("SELECT * FROM t WHERE a = '" + q + "'").fetchall())  # ok: sql-injection


@app.get("/bad8")
def bad8():
    q = request.args.get("q")
    conn = sqlite3.connect("a.db")
    conn.executescript(f"UPDATE t SET a = '{q}';")  # expect: sql-injection
    return ""
