import psycopg2
import psycopg2.extras
from psycopg2 import sql

from .config import LIMITS, Query


class Store:
    def __init__(self, dsn):
        self._conn = psycopg2.connect(dsn)

    def _run(self, statement, params=()):
        with self._conn, self._conn.cursor(cursor_factory=psycopg2.extras.DictCursor) as cur:
            cur.execute(statement, params)  # expect: sql-injection
            return cur.fetchall()

    def select(self, query: Query):
        if query.table not in LIMITS.tables:
            raise KeyError(query.table)
        with self._conn.cursor() as cur:
            cur.execute(query.sql(), query.params)  # ok: sql-injection
            return cur.fetchall()

    def by_name(self, name):
        return self._run("SELECT * FROM patients WHERE name = '{}'".format(name))

    def by_id(self, number):
        return self._run("SELECT * FROM patients WHERE id = %s", (number,))

    def column(self, name):
        with self._conn.cursor() as cur:
            cur.execute(sql.SQL("SELECT {} FROM patients").format(sql.Identifier(name)))  # ok: sql-injection
            cur.execute(sql.SQL("SELECT " + name + " FROM patients"))  # expect: sql-injection
            return cur.fetchall()
