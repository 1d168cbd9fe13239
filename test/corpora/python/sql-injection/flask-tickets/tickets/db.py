import psycopg2
import psycopg2.extras
from flask import current_app, g
from psycopg2 import sql


def connection():
    if "conn" not in g:
        g.conn = psycopg2.connect(current_app.config["DSN"], cursor_factory=psycopg2.extras.RealDictCursor)
    return g.conn


def close_db(_exc=None):
    conn = g.pop("conn", None)
    if conn is not None:
        conn.close()


def query(statement, args=(), one=False):
    with connection().cursor() as cur:
        cur.execute(statement, args)  # expect: sql-injection
        rows = cur.fetchall()
    return (rows[0] if rows else None) if one else rows


def query_safe(statement, args=()):
    with connection().cursor() as cur:
        cur.execute(statement, args)  # ok: sql-injection
        return cur.fetchall()


def order_by(table, column):
    stmt = sql.SQL("SELECT * FROM {} ORDER BY {}").format(sql.Identifier(table), sql.Identifier(column))
    with connection().cursor() as cur:
        cur.execute(stmt)  # ok: sql-injection
        return cur.fetchall()


def order_by_raw(column):
    with connection().cursor() as cur:
        cur.execute(sql.SQL("SELECT * FROM ticket ORDER BY " + column))  # expect: sql-injection
        return cur.fetchall()
