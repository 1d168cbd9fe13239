import re
import sqlite3
import subprocess
import shlex
import tornado.web
import tornado.ioloop
from aiohttp import web, ClientSession
import peewee
import bottle
from bottle import request as breq, response as bresp, template

routes = web.RouteTableDef()


@routes.get("/a/{name}")
async def a(request):
    name = request.match_info["name"]
    data = await request.post()
    q = request.query.get("q")
    subprocess.Popen("echo " + name, shell=True)  # expect: command-injection
    subprocess.Popen("echo " + shlex.quote(name), shell=True)  # ok: command-injection
    async with ClientSession() as s:
        async with s.get(data["url"]) as r:  # expect: ssrf
            text = await r.text()
    if q:
        raise web.HTTPFound(location=q)  # expect: open-redirect
    return web.Response(text="<p>" + name + text, content_type="text/html")  # expect: xss


@routes.get("/b")
async def b(request):
    return web.json_response({"q": request.query["q"]})  # ok: xss


@routes.get("/c")
async def c(request):
    return web.FileResponse("/srv/" + request.query["f"])  # expect: path-traversal


class Main(tornado.web.RequestHandler):
    def initialize(self, db):
        self.db = db

    def get(self, ident):
        self.db.execute("SELECT * FROM t WHERE id = " + ident)  # expect: sql-injection
        self.write("<p>" + self.get_argument("m") + "</p>")  # expect: xss
        self.write({"m": self.get_argument("m")})  # ok: xss

    def post(self):
        if re.match(r"(\w+\s?)+$", self.get_body_argument("text")):  # expect: redos
            self.redirect(self.get_query_argument("next"))  # expect: open-redirect


@bottle.get("/x/<name>")
def x(name):
    db = sqlite3.connect("a.db")
    db.execute(f"select * from t where n = '{breq.query.n}'")  # expect: sql-injection
    db.execute("select * from t where n = ?", (breq.forms.get("n"),))  # ok: sql-injection
    bresp.set_header("X-N", "1")
    return template("<b>{{name}}</b>", name=name)  # ok: template-injection


application = tornado.web.Application([(r"/m/([^/]+)", Main, dict(db=sqlite3.connect("a.db")))])
