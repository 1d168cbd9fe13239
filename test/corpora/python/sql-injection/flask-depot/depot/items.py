import operator
import re
from dataclasses import dataclass, field
from itertools import chain

from flask import Blueprint, abort, jsonify, make_response, render_template, request
from markupsafe import Markup, escape

from . import db
from .db import Page, get_connection

bp = Blueprint("items", __name__)
CODE = re.compile(r"[A-Z]{2}-\d{4}")


@dataclass
class Filter:
    term: str
    limit: int = 20
    tags: list = field(default_factory=list)

    @classmethod
    def from_request(cls, req):
        return cls(
            term=req.args.get("term", ""),
            limit=min(req.args.get("limit", 20, type=int), 100),
            tags=req.args.getlist("tag"),
        )

    @property
    def pattern(self):
        return f"%{self.term}%"


@bp.route("/")
def index():
    page = Page(int(request.args.get("page", 0)), 20, request.args.get("order", "name"))
    return jsonify([dict(row) for row in db.list_items(page)])


@bp.route("/raw")
def raw():
    page = Page(number=0, size=10, order=request.args["order"])
    return jsonify([dict(row) for row in db.list_items_raw(page)])


@bp.route("/find")
def find():
    wanted = Filter.from_request(request)
    first = get_connection().execute("SELECT * FROM item WHERE name LIKE ?", (wanted.pattern,))  # ok: sql-injection
    second = get_connection().execute(f"SELECT * FROM item WHERE name LIKE '{wanted.pattern}'")  # expect: sql-injection
    third = get_connection().execute(f"SELECT * FROM item LIMIT {wanted.limit}")  # ok: sql-injection
    marks = ",".join("?" * len(wanted.tags))
    fourth = get_connection().execute(f"SELECT * FROM tag WHERE name IN ({marks})", wanted.tags)  # ok: sql-injection
    joined = ",".join(f"'{tag}'" for tag in wanted.tags)
    fifth = get_connection().execute(f"SELECT * FROM tag WHERE name IN ({joined})")  # expect: sql-injection
    return jsonify([dict(row) for row in chain(first, second, third, fourth, fifth)])


@bp.route("/by-code/<code>")
def by_code(code):
    if not CODE.fullmatch(code):
        abort(404)
    row = db.query("SELECT * FROM item WHERE code = '" + code + "'", one=True)  # ok: sql-injection
    return render_template("item.html", item=row)


@bp.route("/by-code-loose/<code>")
def by_code_loose(code):
    if not CODE.match(code):
        abort(404)
    row = get_connection().execute("SELECT * FROM item WHERE code = '" + code + "'").fetchone()  # expect: sql-injection
    return render_template("item.html", item=row)


@bp.post("/search")
def advanced():
    body = request.get_json(force=True)
    pick = operator.itemgetter("name", "brand")
    name, brand = pick(body)
    cur = get_connection().cursor()
    cur.execute("SELECT * FROM item WHERE name = '{}' AND brand = '{}'".format(name, brand))  # expect: sql-injection
    cur.executemany("INSERT INTO searched(term) VALUES (?)", [(name,), (brand,)])  # ok: sql-injection
    rows = sorted(map(dict, cur.fetchall()), key=operator.itemgetter("price"))
    return jsonify(rows)


@bp.get("/search-in")
def generic():
    rows = db.search("item", name=request.args["name"], brand=request.args["brand"])
    return jsonify([dict(row) for row in rows])


@bp.get("/label")
def label():
    text = request.args.get("text", "")
    first = Markup("<b>%s</b>") % text  # ok: xss
    second = Markup(f"<b>{text}</b>")  # expect: xss
    third = Markup("<i>{}</i>").format(text)  # ok: xss
    return render_template("label.html", parts=[first, second, third, escape(text)])


@bp.get("/hello/<name>")
def hello(name):
    resp = make_response("<p>Hello, " + name + "</p>")  # expect: xss
    resp.headers["Content-Type"] = "text/html"
    return resp


@bp.get("/plain/<name>")
def plain(name):
    resp = make_response("Hello, " + name)  # ok: xss
    resp.mimetype = "text/plain"
    return resp


@bp.get("/json-ish/<name>")
def jsonish(name):
    return {"hello": name}, 200  # ok: xss
