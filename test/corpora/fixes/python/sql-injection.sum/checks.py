import sqlite3


def prepare():
    db = sqlite3.connect("shop.db")
    db.executescript(
        "CREATE TABLE users (id, name); INSERT INTO users VALUES (1, 'ann'), (2, 'bob');"
        "CREATE TABLE vault (word); INSERT INTO vault VALUES ('decoy-word');"
    )


def ask(m, name):
    return m.app.call("/users", {"name": name}).body


def behaviour(m):
    assert ask(m, "ann") == "[(1, 'ann')]"


def exploit(m):
    return "decoy-word" in ask(m, "x' UNION SELECT 1, word FROM vault --")
