import functools
import sqlite3

import MySQLdb
import psycopg2
from flask import Blueprint, Flask, g, jsonify, request, session
from flask.views import MethodView
from flask_sqlalchemy import SQLAlchemy
from psycopg2 import sql
from wtforms import Form, IntegerField, StringField, SelectField

app = Flask(__name__)
db = SQLAlchemy(app)
bp = Blueprint("reports", __name__)
last_search = ""
STATE = {}


class Report(db.Model):
    id = db.Column(db.Integer, primary_key=True)
    name = db.Column(db.String)


class SearchForm(Form):
    q = StringField("q")
    page = IntegerField("page")
    kind = SelectField("kind", choices=[("a", "A"), ("b", "B")])


def connect():
    if "conn" not in g:
        g.conn = sqlite3.connect("app.db")
    return g.conn


def run(cursor, table, value):
    cursor.execute("SELECT * FROM " + table + " WHERE v = '" + value + "'")  # expect: sql-injection
    return cursor.fetchall()


def with_cursor(fn):
    @functools.wraps(fn)
    def inner(*args, **kwargs):
        with psycopg2.connect("dbname=app") as conn:
            with conn.cursor() as cur:
                return fn(cur, *args, **kwargs)

    return inner


@bp.route("/partial")
def partial():
    find = functools.partial(run, connect().cursor(), "reports")
    return jsonify(find(request.args["v"]))


@bp.route("/decorated/<name>")
@with_cursor
def decorated(cur, name):
    cur.execute("SELECT * FROM report WHERE name = '%s'" % name)  # expect: sql-injection
    cur.execute("SELECT * FROM report WHERE name = %s", (name,))  # ok: sql-injection
    cur.execute(sql.SQL("SELECT * FROM {} WHERE name = %s").format(sql.Identifier(name)), (name,))  # ok: sql-injection
    cur.execute(f"SELECT * FROM report WHERE id = {int(name)}")  # ok: sql-injection
    return jsonify(cur.fetchall())


@app.route("/search")
def search():
    global last_search
    last_search = request.args.get("q", "")
    STATE["term"] = request.args.get("q", "")
    return ""


@app.route("/again")
def again():
    db.session.execute(db.text("SELECT * FROM report WHERE name = '" + last_search + "'"))  # expect: sql-injection
    db.session.execute(db.text("SELECT * FROM report WHERE name = '" + STATE["term"] + "'"))  # expect: sql-injection
    return ""


@app.route("/form", methods=["POST"])
def form():
    form = SearchForm(request.form)
    if not form.validate():
        return "no", 400
    db.session.execute(db.text(f"SELECT * FROM report OFFSET {form.page.data}"))  # ok: sql-injection
    db.session.execute(db.text(f"SELECT * FROM report WHERE kind = '{form.kind.data}'"))  # ok: sql-injection
    db.session.execute(db.text(f"SELECT * FROM report WHERE name LIKE '%{form.q.data}%'"))  # expect: sql-injection
    return ""


class ReportView(MethodView):
    order = "id"

    def get(self, report_id):
        self.order = request.args.get("order", "id")
        return self.fetch()

    def fetch(self):
        return jsonify(db.engine.execute("SELECT * FROM report ORDER BY " + self.order).fetchall())  # expect: sql-injection

    def post(self, report_id):
        body = request.get_json()
        Report.query.filter_by(name=body["name"]).first()  # ok: sql-injection
        Report.query.filter(db.text("name = '%s'" % body["name"])).all()  # expect: sql-injection
        Report.query.order_by(db.text(body["order"])).all()  # expect: sql-injection
        keys = [k for k in body if k in ("name", "kind")]
        db.session.execute(db.text("SELECT " + ", ".join(keys) + " FROM report"))  # ok: sql-injection
        return ""


app.add_url_rule("/r/<int:report_id>", view_func=ReportView.as_view("report"))


@app.before_request
def load():
    g.tenant = request.headers.get("X-Tenant", "public")
    g.conn = MySQLdb.connect(host="localhost")


@app.route("/tenant")
def tenant():
    g.conn.cursor().execute(f"SELECT * FROM {g.tenant}.report")  # expect: sql-injection
    name = session["name"]
    g.conn.cursor().execute("SELECT * FROM report WHERE id = '%d'" % int(request.values["id"]))  # ok: sql-injection
    cursor = g.conn.cursor()
    query = "SELECT * FROM report WHERE 1=1"
    params = []
    if "a" in request.args:
        query += " AND a = %s"
        params.append(request.args["a"])
    cursor.execute(query, params)  # ok: sql-injection
    b = request.args.get("b", "")
    if b.isdigit():
        cursor.execute("SELECT * FROM report WHERE b = " + b)  # ok: sql-injection
    cursor.executemany("INSERT INTO report VALUES (%s)", [(v,) for v in request.args.values()])  # ok: sql-injection
    match request.args.get("sort"):
        case "name":
            order = "name"
        case "date":
            order = "created"
        case other:
            order = other
    cursor.execute("SELECT * FROM report ORDER BY " + order)  # expect: sql-injection
    return ""
