import json
import os
import sqlite3
import subprocess
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple, Optional, TypedDict

import aiomysql
import aiosqlite
import bottle
import falcon
import pymysql
import sanic
import tornado.ioloop
import tornado.web
from aiohttp import ClientSession, web
from flask import Blueprint, Flask, abort, current_app, g, redirect, request, session, url_for
from flask_login import current_user, login_required
from flask_restful import Api, Resource, reqparse
from marshmallow import Schema, fields, validate
from peewee import SQL, Model, SqliteDatabase
from sqlalchemy import column, literal_column, select, table, text
from sqlmodel import Field, Session as SqlSession, SQLModel, create_engine
from tortoise import Tortoise

app = Flask(__name__)
api = Api(app)
engine = create_engine("sqlite://")


@dataclass
class Params:
    name: str
    limit: int = 10
    tags: list = field(default_factory=list)

    @classmethod
    def of(cls, req):
        return cls(req.args["name"], int(req.args.get("limit", 10)), req.args.getlist("tag"))

    @property
    def where(self):
        return f"name = '{self.name}'"


class Point(NamedTuple):
    table: str
    key: str


class Order(Enum):
    ASC = "asc"
    DESC = "desc"


class UserSchema(Schema):
    name = fields.Str(required=True)
    age = fields.Int()
    role = fields.Str(validate=validate.OneOf(["admin", "user"]))


parser = reqparse.RequestParser()
parser.add_argument("name")
parser.add_argument("page", type=int)


@app.get("/params")
def params():
    p = Params.of(request)
    db = sqlite3.connect("x.db")
    db.execute("SELECT * FROM t WHERE " + p.where)  # expect: sql-injection
    db.execute(f"SELECT * FROM t LIMIT {p.limit}")  # ok: sql-injection
    db.execute(f"SELECT * FROM t WHERE tag IN ({','.join('?' * len(p.tags))})", p.tags)  # ok: sql-injection
    db.execute("SELECT * FROM t WHERE tag IN ('" + "','".join(p.tags) + "')")  # expect: sql-injection
    pt = Point("users", request.args["key"])
    db.execute("SELECT * FROM " + pt.table)  # ok: sql-injection
    db.execute("SELECT * FROM users WHERE k = '" + pt.key + "'")  # expect: sql-injection
    order = Order(request.args.get("order", "asc"))
    db.execute("SELECT * FROM t ORDER BY id " + order.value)  # ok: sql-injection
    order2 = Order[request.args.get("order", "ASC")].value
    db.execute("SELECT * FROM t ORDER BY id " + order2)  # ok: sql-injection
    db.executescript("DELETE FROM t WHERE id = " + request.args["id"])  # expect: sql-injection
    with db:
        cur = db.cursor()
        cur.execute("SELECT * FROM t WHERE a = %s" % request.args["a"])  # expect: sql-injection
    first, *rest = request.args["list"].split(",")
    db.execute("SELECT * FROM t WHERE b = '" + rest[0] + "'")  # expect: sql-injection
    d = dict(a=request.args["a"], b="fixed")
    db.execute("SELECT * FROM t WHERE c = '" + d["b"] + "'")  # ok: sql-injection
    db.execute("SELECT * FROM t WHERE c = '{a}'".format(**d))  # expect: sql-injection
    db.execute("SELECT * FROM t WHERE c = '%(b)s'" % d)  # ok: sql-injection
    if (n := request.args.get("n")) and n.isdecimal():
        db.execute("SELECT * FROM t WHERE n = " + n)  # ok: sql-injection
    try:
        number = int(request.args["num"])
    except ValueError:
        abort(400)
    db.execute("SELECT * FROM t WHERE n = %d" % number)  # ok: sql-injection
    assert request.args["col"] in ("a", "b")
    db.execute("SELECT " + request.args["col"] + " FROM t")  # ok: sql-injection
    fn = lambda v: "SELECT * FROM t WHERE x = '" + v + "'"
    db.execute(fn(request.args["x"]))  # expect: sql-injection
    queries = {"all": "SELECT * FROM t", "one": "SELECT * FROM t LIMIT 1"}
    db.execute(queries.get(request.args["q"], request.args["q"]))  # expect: sql-injection
    db.execute(queries[request.args["q"]])  # ok: sql-injection
    return "ok"


@app.post("/schema")
def schema():
    data = UserSchema().load(request.get_json())
    with SqlSession(engine) as s:
        s.exec(text(f"SELECT * FROM u WHERE age = {data['age']}"))  # ok: sql-injection
        s.exec(text(f"SELECT * FROM u WHERE role = '{data['role']}'"))  # ok: sql-injection
        s.exec(text(f"SELECT * FROM u WHERE name = '{data['name']}'"))  # expect: sql-injection
        s.exec(select(literal_column(request.json["col"])))  # expect: sql-injection
        s.exec(select(table("u", column("name"))).where(column("name") == data["name"]))  # ok: sql-injection
    return ""


class Items(Resource):
    def get(self, item_id):
        args = parser.parse_args()
        conn = pymysql.connect(host="localhost")
        with conn.cursor() as cur:
            cur.execute("SELECT * FROM items WHERE id = '%s'" % item_id)  # expect: sql-injection
            cur.execute("SELECT * FROM items WHERE name = '%s'" % args["name"])  # expect: sql-injection
            cur.execute("SELECT * FROM items WHERE id = %s", (item_id,))  # ok: sql-injection
            cur.execute("SELECT * FROM items WHERE name = '%s'" % conn.escape_string(args["name"]))  # ok: sql-injection
        return {}


api.add_resource(Items, "/items/<item_id>")


class Person(Model):
    pass


def peewee_view():
    Person.raw("SELECT * FROM person WHERE name = '%s'" % request.args["name"])  # expect: sql-injection
    Person.select().where(SQL("name = '" + request.args["name"] + "'"))  # expect: sql-injection
    Person.select().where(Person.name == request.args["name"])  # ok: sql-injection


app.add_url_rule("/peewee", "peewee", peewee_view)


@bottle.route("/b/<name>")
def bottle_view(name):
    os.system("id " + name)  # expect: command-injection
    os.system("id " + bottle.request.query.user)  # expect: command-injection
    return bottle.template("hello {{name}}", name=name)  # ok: xss


class FalconResource:
    def on_get(self, req, resp):
        os.system("id " + req.get_param("user"))  # expect: command-injection
        n = req.get_param_as_int("n")
        os.system(f"head -n {n} x")  # ok: command-injection

    def on_post(self, req, resp):
        doc = json.load(req.bounded_stream)
        subprocess.run(doc["cmd"], shell=True)  # expect: command-injection


falcon_app = falcon.App()
falcon_app.add_route("/f", FalconResource())

sanic_app = sanic.Sanic("x")


@sanic_app.post("/s")
async def sanic_view(request):
    os.popen("ls " + request.json["d"])  # expect: command-injection
    async with aiosqlite.connect("x.db") as db:
        await db.execute("SELECT * FROM t WHERE a = '" + request.args.get("a") + "'")  # expect: sql-injection
    return sanic.response.html("<p>" + request.form.get("q") + "</p>")  # expect: xss


class T(tornado.web.RequestHandler):
    def initialize(self, db):
        self.db = db

    def prepare(self):
        self.name = self.get_argument("name")

    async def get(self):
        self.db.execute("SELECT * FROM t WHERE n = '" + self.name + "'")  # expect: sql-injection
        self.redirect(self.get_query_argument("next"))  # expect: open-redirect
        self.render("x.html", name=self.name)  # ok: xss


async def aio(request: web.Request):
    body = await request.json()
    async with ClientSession() as s:
        await s.get(body["url"])  # expect: ssrf
    pool = await aiomysql.create_pool()
    async with pool.acquire() as conn, conn.cursor() as cur:
        await cur.execute(f"SELECT * FROM t WHERE a = '{request.query['a']}'")  # expect: sql-injection
    raise web.HTTPFound(location=request.query["next"])  # expect: open-redirect
