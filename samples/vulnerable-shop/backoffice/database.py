import sqlite3


def connect():
    return sqlite3.connect("backoffice.db")


def rows(statement, parameters=()):
    with connect() as connection:
        cursor = connection.cursor()
        cursor.execute(statement, parameters)
        return cursor.fetchall()


def orders_where(condition):
    return rows("SELECT id, customer, total FROM orders WHERE " + condition)
