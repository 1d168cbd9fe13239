import sqlite3

from flask import Flask, request

app = Flask(__name__)


@app.post("/rename")
def rename():
    db = sqlite3.connect("shop.db")
    db.execute("UPDATE users SET name = '%s' WHERE id = %d" % (request.form["name"], 2))
    db.commit()
    return "ok"
