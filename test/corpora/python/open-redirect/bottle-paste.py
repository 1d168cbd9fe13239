import hashlib
import hmac
import random
import secrets
import string
import sqlite3

from bottle import Bottle, HTTPResponse, abort, redirect, request, response, route, run, static_file, template

app = Bottle()
KEY = secrets.token_bytes(32)


def db():
    conn = sqlite3.connect("paste.db")
    conn.row_factory = sqlite3.Row
    return conn


@app.get("/p/<ident:int>")
def paste(ident):
    row = db().execute("SELECT body FROM paste WHERE id = %d" % ident).fetchone()  # ok: sql-injection
    return template("<pre>{{body}}</pre>", body=row["body"])  # ok: template-injection


@app.get("/p/<ident:re:[a-f0-9]+>/raw")
def raw(ident):
    return db().execute("SELECT body FROM paste WHERE hex = '" + ident + "'").fetchone()[0]  # ok: sql-injection # expect: xss


@app.get("/by/<author>")
def by(author):
    rows = db().execute("SELECT body FROM paste WHERE author = '%s'" % author)  # expect: sql-injection
    response.set_header("X-Author", request.query.author)  # expect: header-injection
    return "<br>".join(r["body"] for r in rows)


@app.post("/p")
def create():
    ident = "".join(random.choice(string.hexdigits) for _ in range(8))
    reset_token = "".join(random.choice(string.ascii_letters) for _ in range(32))  # expect: weak-random
    token = secrets.token_urlsafe(16)  # ok: weak-random
    sig = hmac.new(KEY, request.body.read(), hashlib.sha1).hexdigest()
    with db() as conn:
        conn.execute("INSERT INTO paste VALUES (?, ?)", (ident, request.forms.get("body")))  # ok: sql-injection
        conn.executescript("INSERT INTO log VALUES ('%s')" % request.forms.get("who"))  # expect: sql-injection
    response.set_cookie("owner", token, secret=KEY, httponly=True, secure=True)  # ok: insecure-cookie
    response.set_cookie("session", reset_token)  # expect: insecure-cookie
    return {"sig": sig}


@app.get("/f/<name:path>")
def files(name):
    return static_file(name, root="/srv/paste")  # ok: path-traversal


@app.get("/view")
def view():
    return template(request.query.tpl, name="x")  # expect: template-injection


@app.get("/to")
def to():
    target = request.query.get("to")
    if target not in {"/a", "/b"}:
        abort(400, "no")
    redirect(target)  # ok: open-redirect


@app.get("/to2")
def to2():
    redirect(request.query["to"])  # expect: open-redirect


@app.get("/echo")
def echo():
    return "<b>" + request.query.getunicode("m") + "</b>"  # expect: xss


@app.error(404)
def missing(err):
    return "<p>not here</p>"  # ok: xss


run(app, host="localhost", port=8080, debug=True, reloader=True)  # expect: debug-enabled
# threat-models: database
