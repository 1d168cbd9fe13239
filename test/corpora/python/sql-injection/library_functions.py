"""Functions whose callers lie outside of this project."""
import os
import sqlite3


def remove_user(connection, name):
    connection.execute("DELETE FROM users WHERE name = '%s'" % name)  # expect: sql-injection


def remove_user_bound(connection, name):
    connection.execute("DELETE FROM users WHERE name = ?", (name,))  # ok: sql-injection


def run(connection, statement):
    return connection.execute(statement)  # ok: sql-injection


def _count(connection, table):
    return connection.execute("SELECT count(*) FROM " + table).fetchone()[0]  # ok: sql-injection


def totals(connection):
    return _count(connection, "users") + _count(connection, "orders")


class Archive:
    def __init__(self, path):
        self.connection = sqlite3.connect(path)

    def find(self, year: int, title: str):
        self.connection.execute(f"SELECT * FROM books WHERE year = {year}")  # ok: sql-injection
        return self.connection.execute(f"SELECT * FROM books WHERE title = '{title}'")  # expect: sql-injection


def compress(folder):
    os.system("tar czf backup.tgz " + folder)  # expect: command-injection
