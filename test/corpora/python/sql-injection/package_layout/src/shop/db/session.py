import sqlite3

_connection = None


def session():
    global _connection
    if _connection is None:
        _connection = sqlite3.connect("shop.db")
    return _connection
