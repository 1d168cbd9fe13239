import sqlite3
from abc import ABC, abstractmethod
from contextlib import contextmanager

ORDERS = {"title": "title ASC", "newest": "published DESC"}


class Repository(ABC):
    @abstractmethod
    def search(self, query): ...

    @abstractmethod
    def by_id(self, book_id): ...

    @abstractmethod
    def by_isbn(self, isbn): ...

    @abstractmethod
    def add_rating(self, book_id, stars, comment): ...


class SqliteRepository(Repository):
    def __init__(self, path):
        self._path = path

    @contextmanager
    def _cursor(self):
        connection = sqlite3.connect(self._path)
        try:
            yield connection.cursor()
            connection.commit()
        finally:
            connection.close()

    def search(self, query):
        order = ORDERS.get(query.order, "title")
        with self._cursor() as cursor:
            cursor.execute("SELECT * FROM books WHERE title = ? ORDER BY " + order, (query.title,))  # ok: sql-injection
            clauses = ["1 = 1"]
            if query.title:
                clauses.append("title LIKE '%{}%'".format(query.title))
            sql = "SELECT * FROM books WHERE " + " AND ".join(clauses)
            cursor.execute(sql)  # expect: sql-injection
            return cursor.fetchall()

    def by_id(self, book_id):
        with self._cursor() as cursor:
            return cursor.execute(f"SELECT * FROM books WHERE id = {book_id}").fetchone()  # ok: sql-injection

    def by_isbn(self, isbn):
        connection = sqlite3.connect(self._path)
        return connection.execute("SELECT * FROM books WHERE isbn = '%s'" % isbn).fetchone()  # expect: sql-injection

    def add_rating(self, book_id, stars, comment):
        with self._cursor() as cursor:
            cursor.execute("INSERT INTO ratings VALUES (%d, '%s')" % (book_id, comment))  # expect: sql-injection


def get_repository(kind):
    factories = {"sqlite": lambda: SqliteRepository("books.db")}
    return factories[kind]()
