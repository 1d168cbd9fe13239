import sqlite3
from contextlib import contextmanager


class Store:
    def __init__(self, path):
        self._path = path

    @contextmanager
    def cursor(self):
        conn = sqlite3.connect(self._path)
        try:
            yield conn.cursor()
            conn.commit()
        finally:
            conn.close()

    def search(self, **filters):
        where, values = [], []
        for name, value in filters.items():
            where.append(f"{name} = ?")
            values.append(value)
        with self.cursor() as cur:
            cur.execute("SELECT * FROM post WHERE " + " AND ".join(where), values)  # expect: sql-injection
            return cur.fetchall()

    def tagged(self, tags):
        marks = ", ".join(["?"] * len(tags))
        with self.cursor() as cur:
            return cur.execute("SELECT * FROM post WHERE tag IN (%s)" % marks, tags).fetchall()  # ok: sql-injection

    def tagged_badly(self, tags):
        quoted = ", ".join("'%s'" % t for t in tags)
        with self.cursor() as cur:
            return cur.execute("SELECT * FROM post WHERE tag IN (%s)" % quoted).fetchall()  # expect: sql-injection

    def ordered(self, by, direction="asc"):
        direction = "DESC" if direction.lower() == "desc" else "ASC"
        sql = "SELECT * FROM post ORDER BY {by} {direction}".format(by=by, direction=direction)
        with self.cursor() as cur:
            cur.execute(sql)  # expect: sql-injection
            return cur.fetchall()

    def ordered_by_column(self, by):
        with self.cursor() as cur:
            cur.execute("SELECT * FROM post ORDER BY {}".format(by))  # ok: sql-injection
            return cur.fetchall()

    def page(self, number, size=20):
        with self.cursor() as cur:
            cur.execute("SELECT * FROM post LIMIT %d OFFSET %d" % (size, number * size))  # ok: sql-injection
            return cur.fetchall()

    def by(self, text, flag):
        query = {"q": text}
        with self.cursor() as cur:
            cur.execute("SELECT * FROM post WHERE body LIKE '%%%(q)s%%'" % query)  # expect: sql-injection
            cur.execute("SELECT * FROM post WHERE body LIKE :q", query)  # ok: sql-injection
            cur.executemany("INSERT INTO seen VALUES (?)", [(text,), (flag,)])  # ok: sql-injection
