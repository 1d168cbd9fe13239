"""What a statement puts into a column of a table, another statement finds in that column, and in no other."""
import sqlite3

from flask import Flask, request

app = Flask(__name__)
connection = sqlite3.connect("library.db")


class Shelf:
    def __init__(self):
        self.connection = sqlite3.connect("library.db")
        self.connection.row_factory = sqlite3.Row
        self.cursor = self.connection.cursor()

    def rename(self, number, title):
        self.cursor.execute("UPDATE books SET title = ?, state = 'new' WHERE number = ?", (title, number))

    def books(self):
        self.cursor.execute("SELECT * FROM books")
        return self.cursor.fetchall()


shelf = Shelf()


@app.post("/films")
def add_film():
    connection.execute(
        "INSERT INTO films (title, file, kind) VALUES (?, ?, 'dvd')", (request.form["title"], request.form["file"])
    )
    return "added"


@app.get("/films")
def films():
    for number, file in connection.execute("SELECT number, file FROM films WHERE number > ?", (3,)).fetchall():
        open("/films/" + file)  # expect: path-traversal
        open("/films/" + number)  # ok: path-traversal
    cursor = connection.cursor()
    cursor.execute("SELECT f.file AS place, f.kind FROM films f JOIN shelves s ON s.film = f.number")
    row = cursor.fetchone()
    open("/films/" + row[0])  # expect: path-traversal
    open("/films/" + row[1])  # ok: path-traversal
    cursor.execute("SELECT file FROM records")
    open("/records/" + cursor.fetchone()[0])  # ok: path-traversal
    return "shown"


@app.post("/books")
def rename():
    shelf.rename(request.form["number"], request.form["title"])
    return "renamed"


@app.get("/books")
def books():
    for book in shelf.books():
        open("/books/" + book["title"])  # expect: path-traversal
        open("/books/" + book["state"])  # ok: path-traversal
    return "shown"
