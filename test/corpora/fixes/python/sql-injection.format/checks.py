import sqlite3


def prepare():
    db = sqlite3.connect("shop.db")
    db.executescript(
        "CREATE TABLE users (id INTEGER, name); INSERT INTO users VALUES (1, 'ann'), (2, 'bob');"
        "CREATE TABLE vault (word); INSERT INTO vault VALUES ('decoy-word');"
    )


def ask(m, minimum):
    return m.app.call("/users", {"from": minimum}).body


def behaviour(m):
    assert ask(m, "2") == ["bob"]
    assert ask(m, "1") == ["ann", "bob"]


def exploit(m):
    return "decoy-word" in ask(m, "9 UNION SELECT word FROM vault --")
