import json
import logging
import pickle
import re
import sqlite3
from base64 import b64decode
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache

import requests
from flask import Flask, abort, current_app, g, jsonify, redirect, request, session, url_for
from flask.views import MethodView
from sqlalchemy import create_engine, text
from sqlalchemy.orm import sessionmaker

app = Flask(__name__)
engine = create_engine("sqlite:///x.db")
Session = sessionmaker(bind=engine)
log = logging.getLogger("app")
NAME = re.compile(r"[a-zA-Z0-9_]{1,30}")
HOSTS = frozenset(["api.example.org", "cdn.example.org"])


def get_db():
    if "db" not in g:
        g.db = sqlite3.connect("app.db")
    return g.db


class Repo:
    table = "item"

    def __init__(self, db):
        self.db = db

    def _run(self, sql, *params):
        with closing(self.db.cursor()) as cur:
            cur.execute(sql, params)  # expect: sql-injection
            return cur.fetchall()

    def by_name(self, name):
        return self._run(f"SELECT * FROM {self.table} WHERE name = ?", name)

    def by_owner(self, owner):
        return self._run("SELECT * FROM item WHERE owner = '" + owner + "'")


@dataclass
class Query:
    term: str
    page: int = 1

    @classmethod
    def from_request(cls, req):
        return cls(term=req.args.get("term", ""), page=req.args.get("page", 1, type=int))

    def sql(self):
        return f"SELECT * FROM doc WHERE body LIKE '%{self.term}%' LIMIT 10 OFFSET {self.page}"

    def safe_sql(self):
        return f"SELECT * FROM doc LIMIT 10 OFFSET {self.page}"


class Items(MethodView):
    def get(self):
        repo = Repo(get_db())
        return jsonify(a=repo.by_name(request.args["n"]), b=repo.by_owner(request.args["o"]))

    def post(self):
        q = Query.from_request(request)
        with Session() as s:
            rows = s.execute(text(q.sql())).all()  # expect: sql-injection
            more = s.execute(text(q.safe_sql())).all()  # ok: sql-injection
        return jsonify(len(rows) + len(more))

    def put(self):
        name = request.args.get("name", "")
        if not NAME.fullmatch(name):
            abort(400)
        get_db().execute("DELETE FROM item WHERE name = '" + name + "'")  # ok: sql-injection
        other = request.args.get("other", "")
        if NAME.match(other):
            get_db().execute("DELETE FROM item WHERE name = '" + other + "'")  # expect: sql-injection
        return ""

    def delete(self):
        ids = [int(i) for i in request.args.getlist("id")]
        get_db().execute("DELETE FROM item WHERE id IN (%s)" % ",".join(map(str, ids)))  # ok: sql-injection
        names = request.args.getlist("name")
        marks = ",".join("?" for _ in names)
        get_db().execute(f"DELETE FROM item WHERE name IN ({marks})", names)  # ok: sql-injection
        get_db().execute("DELETE FROM item WHERE name IN ('%s')" % "','".join(names))  # expect: sql-injection
        return ""


app.add_url_rule("/items", view_func=Items.as_view("items"))


@app.before_request
def load_prefs():
    raw = request.cookies.get("prefs")
    g.prefs = pickle.loads(b64decode(raw)) if raw else {}  # expect: unsafe-deserialization
    g.lang = request.args.get("lang", "en")
    g.prefs2 = json.loads(request.cookies.get("p2", "{}"))  # ok: unsafe-deserialization


@app.get("/lang")
def lang():
    return "<html lang=%s>" % g.lang  # expect: xss


@app.get("/proxy")
def proxy():
    host = request.args.get("host")
    if host not in HOSTS:
        abort(403)
    a = requests.get(f"https://{host}/x", timeout=2)  # ok: ssrf
    b = requests.post(request.args["url"], timeout=2)  # expect: ssrf
    session["host"] = host
    log.info("proxied %r", request.args["url"])  # ok: log-injection
    log.info(f"proxied {request.args['url']}")  # expect: log-injection
    return jsonify(a.status_code + b.status_code)


@app.get("/next")
def nxt():
    target = request.args.get("next") or url_for("lang")
    return redirect(target)  # expect: open-redirect


@app.get("/doc/<int:doc_id>/<slug>")
def doc(doc_id, slug):
    try:
        return get_db().execute(f"SELECT * FROM doc WHERE id = {doc_id}").fetchone()  # ok: sql-injection # expect: xss
    except sqlite3.Error as e:
        return jsonify(error=str(e)), 500  # expect: information-exposure


@app.get("/tmpl")
def tmpl():
    kind = {"a": "x.html", "b": "y.html"}.get(request.args.get("k"), "x.html")
    with open("templates/" + kind) as f:  # ok: path-traversal
        return f.read()


if __name__ == "__main__":
    app.run(host="0.0.0.0", debug=True)  # expect: debug-enabled
# threat-models: database
