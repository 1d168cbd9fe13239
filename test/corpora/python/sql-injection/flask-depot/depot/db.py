import sqlite3
from collections import namedtuple
from contextlib import closing

from flask import current_app, g

Page = namedtuple("Page", "number size order")
SORTABLE = {"name": "i.name", "price": "i.price", "added": "i.added_at"}


def get_connection():
    if "db" not in g:
        g.db = sqlite3.connect(current_app.config["DATABASE"])
        g.db.row_factory = sqlite3.Row
    return g.db


def close_connection(error=None):
    db = g.pop("db", None)
    if db is not None:
        db.close()


def query(sql, args=(), one=False):
    with closing(get_connection().cursor()) as cur:
        cur.execute(sql, args)
        rows = cur.fetchall()
    return (rows[0] if rows else None) if one else rows


def search(table, **criteria):
    where = " AND ".join(f"{column} = ?" for column in criteria)
    return query(f"SELECT * FROM {table} WHERE {where}", tuple(criteria.values()))  # ok: sql-injection


def list_items(page):
    sql = "SELECT * FROM item i ORDER BY " + SORTABLE.get(page.order, "i.name")
    sql += " LIMIT %d OFFSET %d" % (page.size, page.number * page.size)
    return query(sql)  # ok: sql-injection


def list_items_raw(page):
    return get_connection().execute(f"SELECT * FROM item ORDER BY {page.order}").fetchall()  # expect: sql-injection
