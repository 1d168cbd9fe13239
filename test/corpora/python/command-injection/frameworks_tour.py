"""What each framework takes from a request, and how it answers."""
import os, json
from flask import Flask, request, g, Blueprint
from flask.views import MethodView
from flask_restful import Resource, Api, reqparse
from flask_pymongo import PyMongo
from aiohttp import web
from sanic import Sanic
from sanic.response import html as sanic_html, json as sjson
from bottle import Bottle, request as brequest, response as bresponse, static_file
import tornado.web, tornado.ioloop
import redis, motor.motor_asyncio
from peewee import Model, SqliteDatabase, CharField
app = Flask(__name__)
mongo = PyMongo(app)
class Users(MethodView):
    def get(self, name):
        os.system(name)  # expect: command-injection
        return "<b>" + name + "</b>"  # expect: xss
    def post(self):
        os.system(request.form.to_dict()["a"])  # expect: command-injection
        os.system(request.values["x"])  # expect: command-injection
        mongo.db.users.find_one({"a": request.json["a"]})  # expect: nosql-injection
        mongo.db.users.find_one({"$where": "this.a == '%s'" % request.form["a"]})  # expect: nosql-injection
        return "ok"
app.add_url_rule("/u/<name>", view_func=Users.as_view("u"))
class Todo(Resource):
    def get(self, todo_id):
        parser = reqparse.RequestParser()
        parser.add_argument("task")
        args = parser.parse_args()
        os.system(args["task"])  # expect: command-injection
        os.system(todo_id)  # expect: command-injection
        return {"a": todo_id}
@app.before_request
def before():
    g.user = request.headers.get("X-User")
@app.route("/g")
def useg():
    os.system(request.headers["a"] or "x")  # expect: command-injection
    kw = dict(**request.args)
    os.system(kw["a"])  # expect: command-injection
    return "ok"
routes = web.RouteTableDef()
@routes.get("/a/{name}")
async def aio(request):
    os.system(request.match_info["name"])  # expect: command-injection
    data = await request.post()
    os.system(data["a"])  # expect: command-injection
    j = await request.json()
    os.system(j["a"])  # expect: command-injection
    raise web.HTTPFound(request.query["next"])  # expect: open-redirect
class V(web.View):
    async def get(self):
        os.system(self.request.query["a"])  # expect: command-injection
        return web.Response(text=self.request.query["a"], content_type="text/html")  # expect: xss
sapp = Sanic("x")
@sapp.route("/s/<tag>")
async def sanic_h(request, tag):
    os.system(tag)  # expect: command-injection
    os.system(request.args.get("a"))  # expect: command-injection
    return sanic_html("<p>" + request.json["a"])  # expect: xss
b = Bottle()
@b.route("/b/<name>")
def bot(name):
    os.system(name)  # expect: command-injection
    os.system(brequest.forms.get("a"))  # expect: command-injection
    return "<p>%s</p>" % name  # expect: xss
@b.get("/c/<n:int>")
def bot2(n):
    return "<p>%s</p>" % n  # ok: xss
class H(tornado.web.RequestHandler):
    def initialize(self, db):
        self.db = db
    async def get(self, slug):
        os.system(slug)  # expect: command-injection
        os.system(self.request.body.decode())  # expect: command-injection
        body = json.loads(self.request.body)
        os.system(body["a"])  # expect: command-injection
        self.redirect(self.get_argument("n"))  # expect: open-redirect
        self.render("x.html", a=self.get_argument("a"))  # ok: xss
        self.write({"a": self.get_argument("a")})  # ok: xss
client = motor.motor_asyncio.AsyncIOMotorClient()
coll = client["db"]["coll"]
async def mot(request):
    q = await request.json()
    await coll.find_one(q)  # expect: nosql-injection
    await coll.find({"name": str(q["a"])}).to_list(1)  # ok: nosql-injection
r = redis.Redis()
db = SqliteDatabase("x")
class P(Model):
    name = CharField()
    class Meta:
        database = db
@app.route("/pw")
def pw():
    P.raw("select * from p where name = '" + request.args["n"] + "'")  # expect: sql-injection
    db.execute_sql("delete from p where name = '%s'" % request.args["n"])  # expect: sql-injection
    P.select().where(P.name == request.args["n"])  # ok: sql-injection
    r.get(request.args["k"])  # ok: code-injection
    r.eval(request.args["script"], 0)  # expect: code-injection
    return "ok"
