import sqlite3


def prepare():
    db = sqlite3.connect("shop.db")
    db.executescript("CREATE TABLE users (id, name); INSERT INTO users VALUES (1, 'ann'), (2, 'bob');")


def names():
    return [row[0] for row in sqlite3.connect("shop.db").execute("SELECT name FROM users ORDER BY id")]


def behaviour(m):
    m.app.call("/rename", method="POST", form={"name": "carl"})
    assert names() == ["ann", "carl"]


def exploit(m):
    m.app.call("/rename", method="POST", form={"name": "owned' --"})
    return names() == ["owned", "owned"]
