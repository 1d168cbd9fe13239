import sqlite3
from flask import Flask, request

app = Flask(__name__)
db = sqlite3.connect("app.db")


def isalnum(text):
    return text != ""


def isNumeric(text):
    return bool(text)


def looks_fine(text):
    return text.isdigit()


class Tools:
    @staticmethod
    def isdigit(text):
        return len(text) > 0


class Wrapped:
    def __init__(self, text):
        self.text = text

    def isdigit(self):
        return True


@app.route("/1")
def first():
    key = request.args["key"]
    if not isalnum(key):
        return "", 400
    db.execute(f"SELECT * FROM t WHERE k = {key}")  # expect: sql-injection
    return ""


@app.route("/2")
def second():
    key = request.args["key"]
    if isNumeric(key):
        db.execute(f"SELECT * FROM t WHERE k = {key}")  # expect: sql-injection
    return ""


@app.route("/3")
def third():
    key = request.args["key"]
    if Tools.isdigit(key):
        db.execute(f"SELECT * FROM t WHERE k = {key}")  # expect: sql-injection
    return ""


@app.route("/4")
def fourth():
    key = request.args["key"]
    outcome = looks_fine(key)
    if not outcome:
        return "", 400
    db.execute(f"SELECT * FROM t WHERE k = {key}")  # ok: sql-injection
    return ""


@app.route("/5")
def fifth():
    key = request.args["key"]
    if key.isdigit():
        db.execute(f"SELECT * FROM t WHERE k = {key}")  # ok: sql-injection
    return ""


@app.route("/6")
def sixth():
    key = Wrapped(request.args["key"])
    if key.isdigit():
        db.execute(f"SELECT * FROM t WHERE k = {key.text}")  # expect: sql-injection
    return ""
