from dataclasses import asdict, dataclass
from http import HTTPStatus
from typing import Optional

import httpx
from flask import Blueprint, Response, abort, current_app, flash, g, jsonify, redirect, render_template, render_template_string, request, session, stream_with_context, url_for
from flask.views import MethodView
from flask_login import current_user, login_required
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import and_, asc, column, desc, func, literal_column, or_, select, table, text
from sqlalchemy.orm import Session, sessionmaker

from .forms import SearchForm

db = SQLAlchemy()
bp = Blueprint("views", __name__)
SORTS = ["name", "date"]


class Item(db.Model):
    id = db.Column(db.Integer, primary_key=True)
    name = db.Column(db.String(80))
    date = db.Column(db.DateTime)

    @classmethod
    def named(cls, name):
        return cls.query.filter_by(name=name).first()  # ok: sql-injection


@dataclass(frozen=True)
class Criteria:
    name: Optional[str]
    limit: int
    order: str

    def clause(self):
        return f"name = '{self.name}'"

    @classmethod
    def parse(cls, args):
        order = args.get("order", "name")
        if order not in SORTS:
            abort(HTTPStatus.BAD_REQUEST)
        return cls(args.get("name"), args.get("limit", type=int, default=20), order)


@bp.route("/search", methods=["POST"])
def search():
    form = SearchForm()
    if not form.validate_on_submit():
        return jsonify(form.errors), 400
    a = db.session.execute(text(f"SELECT * FROM item WHERE name = '{form.term.data}'"))  # expect: sql-injection
    b = db.session.execute(text(f"SELECT * FROM item WHERE code = '{form.code.data}'"))  # ok: sql-injection
    c = db.session.execute(text(f"SELECT * FROM item WHERE state = '{form.state.data}'"))  # ok: sql-injection
    d = db.session.execute(text(f"SELECT * FROM item OFFSET {form.page.data}"))  # ok: sql-injection
    e = db.session.execute(text(f"SELECT * FROM item ORDER BY {form.sort.data}"))  # ok: sql-injection
    f = db.session.execute(text(f"SELECT * FROM item WHERE slug = '{form.slug.data}'"))  # ok: sql-injection
    h = httpx.get(form.link.data)  # expect: ssrf
    return jsonify([len(list(x)) for x in (a, b, c, d, e, f)] + [h.status_code])


@bp.route("/criteria")
def criteria():
    wanted = Criteria.parse(request.args)
    one = db.session.execute(text("SELECT * FROM item WHERE " + wanted.clause()))  # expect: sql-injection
    two = db.session.execute(text(f"SELECT * FROM item ORDER BY {wanted.order} LIMIT {wanted.limit}"))  # ok: sql-injection
    three = db.session.query(Item).filter(Item.name == wanted.name).limit(wanted.limit)  # ok: sql-injection
    four = db.session.query(Item).filter(text("name = '%s'" % wanted.name))  # expect: sql-injection
    five = db.session.query(Item).order_by(text(wanted.order))  # ok: sql-injection
    return jsonify(asdict(wanted) | {"n": [len(list(x)) for x in (one, two, three, four, five)]})


@bp.route("/sorted")
def sorted_items():
    direction = desc if request.args.get("dir") == "desc" else asc
    key = request.args.get("key", "name")
    safe = select(Item).order_by(direction(getattr(Item, key if key in SORTS else "name")))  # ok: sql-injection
    literal = select(Item).order_by(literal_column(key))  # expect: sql-injection
    both = select(Item).where(or_(Item.name.like(f"%{key}%"), and_(Item.id > 3, func.lower(Item.name) == key)))  # ok: sql-injection
    return jsonify([str(x) for q in (safe, literal, both) for x in db.session.scalars(q)])


class ItemView(MethodView):
    decorators = [login_required]

    def get(self, name):
        item = Item.named(name) or abort(404)
        session["last"] = item.name  # ok: trust-boundary
        return render_template("item.html", item=item, user=current_user)

    def put(self, name):
        item = Item.named(name)
        for key, value in request.get_json().items():
            if key in {"name", "date"}:
                setattr(item, key, value)  # ok: mass-assignment
        db.session.commit()
        return "", 204

    def patch(self, name):
        item = Item.named(name)
        for key, value in request.get_json().items():
            setattr(item, key, value)  # expect: mass-assignment
        db.session.commit()
        return f"changed {name}"  # expect: xss


bp.add_url_rule("/items/<name>", view_func=ItemView.as_view("items"))


@bp.route("/mail/<lang>")
def mail(lang):
    greeting = {"en": "Hello {{ user }}", "de": "Hallo {{ user }}"}.get(lang, "Hi {{ user }}")
    ok = render_template_string(greeting, user=request.args.get("user"))  # ok: template-injection
    bad = render_template_string("Hello " + request.args["user"])  # expect: template-injection
    return ok + bad


@bp.route("/stream")
def stream():
    name = request.args.get("name", "")

    def generate():
        yield "<ul>"
        for item in Item.query.all():
            yield f"<li>{item.id} {name}</li>"
        yield "</ul>"

    if request.args.get("csv"):
        return Response(stream_with_context(generate()), mimetype="text/csv")  # ok: xss
    return Response(stream_with_context(generate()))  # expect: xss


@bp.before_app_request
def remember():
    g.theme = request.cookies.get("theme", "light")
    g.lang = request.accept_languages.best_match(["en", "de"])


@bp.route("/theme")
def theme():
    return "<body class=%s lang=%s>" % (g.theme, g.lang)  # expect: xss


@bp.route("/lang")
def lang():
    flash("ok")
    return f"<html lang={g.lang}>"  # ok: xss


@bp.route("/next")
def next_page():
    target = request.args.get("next", "")
    if not target.startswith("/") or target.startswith(("//", "/\\")):
        target = url_for("views.search")
    return redirect(target)  # ok: open-redirect


@bp.route("/back")
def back():
    return redirect(request.args.get("url", url_for("views.search")), code=303)  # expect: open-redirect


@bp.get("/config")
def config():
    current_app.logger.info("config by " + request.remote_addr)  # ok: log-injection
    return jsonify(debug=current_app.debug)
