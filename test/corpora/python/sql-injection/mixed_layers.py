import asyncio
import collections
import hashlib
import itertools
import json
import os
import subprocess
import xml.sax
from http.cookies import SimpleCookie
from string import Template as Text

import jinja2
import MySQLdb
import pymysql
import peewee
import requests
import toml
from aiohttp import web
from bottle import Bottle, request as breq, response as bresp
from flask import Flask, Response, jsonify, request, stream_with_context
from flask.views import MethodView
from flask_restful import Api, Resource, reqparse
from marshmallow import Schema, fields, validate
from pymongo import MongoClient
from sqlalchemy import create_engine, func, literal_column, or_, text
from sqlalchemy.orm import Session
from webargs import fields as wfields
from webargs.flaskparser import use_args, use_kwargs
from wtforms import Form, StringField, validators

app = Flask(__name__)
api = Api(app)
engine = create_engine("sqlite://")
users = MongoClient().app.users
db = peewee.SqliteDatabase("x.db")


class ItemSchema(Schema):
    name = fields.Str(required=True)
    color = fields.Str(validate=validate.OneOf(["red", "blue"]))
    count = fields.Int()


class Items(MethodView):
    def get(self):
        args = request.args.to_dict()
        with engine.connect() as conn:
            conn.execute(text("SELECT * FROM items WHERE name = '%(name)s'" % args))  # expect: sql-injection
            conn.exec_driver_sql("SELECT * FROM items WHERE name = ?", (args["name"],))  # ok: sql-injection
            return jsonify(list(conn.exec_driver_sql("SELECT * FROM items ORDER BY " + args["by"])))  # expect: sql-injection

    def post(self):
        data = ItemSchema().load(request.get_json())
        os.system("paint " + data["color"])  # ok: command-injection
        os.system("paint %d" % data["count"])  # ok: command-injection
        os.system("paint " + data["name"])  # expect: command-injection
        return "", 201


app.add_url_rule("/items", view_func=Items.as_view("items"))


class Search(Resource):
    parser = reqparse.RequestParser()
    parser.add_argument("q", type=str, required=True)
    parser.add_argument("n", type=int, default=10)
    parser.add_argument("kind", choices=("a", "b"))

    def get(self):
        a = self.parser.parse_args()
        conn = pymysql.connect(host="localhost")
        with conn.cursor() as cur:
            cur.execute(f"SELECT * FROM t WHERE q = '{a['q']}'")  # expect: sql-injection
            cur.execute(f"SELECT * FROM t LIMIT {a['n']}")  # ok: sql-injection
            cur.execute(f"SELECT * FROM {a['kind']}")  # ok: sql-injection
        return {"q": a["q"]}  # ok: xss


api.add_resource(Search, "/search")


@app.get("/w")
@use_kwargs({"name": wfields.Str(), "page": wfields.Int()}, location="query")
def w(name, page):
    subprocess.run(["lp", "-n", str(page)], check=True)  # ok: command-injection
    return subprocess.run(f"lp {name}", shell=True, capture_output=True).stdout  # expect: command-injection


@app.post("/login")
def login():
    body = request.json
    user = users.find_one({"name": body["name"], "password": body["password"]})  # expect: nosql-injection
    found = users.find_one({"name": {"$eq": body["name"]}})  # ok: nosql-injection
    return jsonify(bool(user and found))


@app.get("/pages/<name>")
def pages(name):
    if name not in os.listdir("pages"):
        return "none", 404
    with open("pages/" + name) as f:  # ok: path-traversal
        page = f.read()
    app.logger.debug("%d characters", len(page))
    body = Text("<h1>$title</h1>").substitute(title=request.args["title"])
    return Response(body, mimetype="text/html")  # expect: xss


@app.get("/live")
def live():
    who = request.args["who"]

    @stream_with_context
    def generate():
        yield "<p>"
        yield who

    return Response(generate())  # expect: xss


@app.after_request
def headers(response):
    response.headers["X-Trace"] = request.headers.get("X-Trace", "").replace("\n", "").replace("\r", "")  # ok: header-injection
    response.headers["Access-Control-Allow-Origin"] = request.headers.get("Origin")  # expect: cors-misconfiguration
    return response


@app.errorhandler(404)
def missing(error):
    return f"<p>{request.url} is not here</p>", 404  # expect: xss


class Legacy(peewee.Model):
    name = peewee.CharField()

    class Meta:
        database = db


@app.get("/legacy")
def legacy():
    name = request.args["name"]
    Legacy.select().where(Legacy.name == name)  # ok: sql-injection
    Legacy.raw("SELECT * FROM legacy WHERE name = %s", name)  # ok: sql-injection
    Legacy.raw("SELECT * FROM legacy WHERE name = '%s'" % name)  # expect: sql-injection
    db.execute_sql("DELETE FROM legacy WHERE name = '" + name + "'")  # expect: sql-injection
    with Session(engine) as s:
        s.query(Legacy).filter(text("name = :n")).params(n=name)  # ok: sql-injection
        s.query(Legacy).order_by(literal_column(name))  # expect: sql-injection
        s.query(func.count(Legacy)).filter(or_(Legacy.name == name, Legacy.name.is_(None)))  # ok: sql-injection
    return "done"


async def relay(request):
    loop = asyncio.get_running_loop()
    url = request.query.get("u") or request.app["default"]
    answer = await loop.run_in_executor(None, requests.get, url)  # expect: ssrf
    kind = {"a": "alpha"}.get(request.match_info["kind"], "other")
    await loop.run_in_executor(None, os.system, "go " + kind)  # ok: command-injection
    lines = [line.strip() for line in (await request.text()).splitlines() if line.strip().isdigit()]
    proc = await asyncio.create_subprocess_shell("sum " + " ".join(lines))  # ok: command-injection
    await proc.wait()
    words = collections.deque(itertools.chain(["say"], request.query.getall("word")))
    await asyncio.create_subprocess_shell(" ".join(words))  # expect: command-injection
    return web.Response(text=answer.text)


def make():
    application = web.Application()
    application.router.add_route("GET", "/relay/{kind}", relay)
    return application
