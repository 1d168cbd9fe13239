import cherrypy
import falcon
import sqlite3
from quart import Quart, redirect, request, websocket
from sanic import Sanic, html as sanic_html, json as sanic_json, text as sanic_text
from sanic.response import file as sanic_file, redirect as sanic_redirect
from starlette.applications import Starlette
from starlette.endpoints import HTTPEndpoint
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse
from starlette.routing import Mount, Route

quart_app = Quart(__name__)
sanic_app = Sanic("small")
db = sqlite3.connect("small.db", check_same_thread=False)


@quart_app.route("/q")
async def q_go():
    return redirect(request.args["to"])  # expect: open-redirect


@quart_app.post("/q")
async def q_post():
    form = await request.form
    db.execute("INSERT INTO t VALUES ('%s')" % form["t"])  # expect: sql-injection
    data = await request.get_json()
    db.execute("INSERT INTO t VALUES (?)", [data["t"]])  # ok: sql-injection
    return ""


@quart_app.websocket("/ws")
async def q_ws():
    while True:
        message = await websocket.receive()
        db.execute("INSERT INTO m VALUES ('" + message + "')")  # expect: sql-injection


@sanic_app.get("/s/<name>")
async def s_hello(request, name):
    return sanic_html(f"<p>{name}</p>")  # expect: xss


@sanic_app.get("/n/<number:int>")
async def s_number(request, number):
    return sanic_html(f"<p>{number}</p>")  # ok: xss


@sanic_app.get("/t/<name:str>")
async def s_text(request, name):
    return sanic_text(f"<p>{name}</p>")  # ok: xss


@sanic_app.get("/f")
async def s_file(request):
    return await sanic_file("/srv/files/" + request.args.get("name"))  # expect: path-traversal


@sanic_app.get("/go")
async def s_go(request):
    if request.args.get("to") in ("/a", "/b"):
        return sanic_redirect(request.args.get("to"))  # ok: open-redirect
    return sanic_redirect(request.args.get("to"))  # expect: open-redirect


@sanic_app.post("/j")
async def s_json(request):
    db.execute(f"DELETE FROM t WHERE id = {request.json['id']}")  # expect: sql-injection
    return sanic_json({"ok": True})


class Things:
    def on_get(self, req, resp, thing_id):
        db.execute("SELECT * FROM t WHERE id = " + thing_id)  # expect: sql-injection
        resp.media = {"id": thing_id}

    def on_post(self, req, resp):
        name = req.media.get("name")
        count = req.get_param_as_int("count")
        db.execute(f"INSERT INTO t VALUES ({count})")  # ok: sql-injection
        db.execute(f"INSERT INTO t VALUES ('{name}')")  # expect: sql-injection
        resp.content_type = falcon.MEDIA_HTML
        resp.text = "<p>" + name + "</p>"  # expect: xss


class Away:
    async def on_get(self, req, resp):
        raise falcon.HTTPFound(req.get_param("to", required=True))  # expect: open-redirect


falcon_app = falcon.App()
falcon_app.add_route("/things/{thing_id}", Things())
falcon_app.add_route("/away", Away())


class Root:
    @cherrypy.expose
    def index(self, name="you"):
        return "<p>Hello %s</p>" % name  # expect: xss

    @cherrypy.expose
    @cherrypy.tools.json_out()
    def data(self, name):
        return {"name": name}  # ok: xss

    @cherrypy.expose
    def go(self, to):
        raise cherrypy.HTTPRedirect(to)  # expect: open-redirect

    def helper(self, sql):
        return db.execute(sql)  # ok: sql-injection


class Page(HTTPEndpoint):
    async def get(self, request):
        return HTMLResponse("<p>" + request.query_params["q"] + "</p>")  # expect: xss

    async def post(self, request):
        form = await request.form()
        return JSONResponse({"q": form["q"]})  # ok: xss


async def away(request):
    to = request.path_params["to"]
    return RedirectResponse(url="/" + to.lstrip("/\\"))  # ok: open-redirect


async def away2(request):
    return RedirectResponse(url=request.query_params.get("to"))  # expect: open-redirect


starlette_app = Starlette(
    debug=False,
    routes=[Route("/", Page), Mount("/x", routes=[Route("/away/{to}", away), Route("/away2", away2)])],
)


def handler(event, context):
    name = event["queryStringParameters"]["name"]
    db.execute("SELECT * FROM t WHERE name = '%s'" % name)  # expect: sql-injection
    db.execute("SELECT * FROM t WHERE name = ?", (name,))  # ok: sql-injection
    return {
        "statusCode": 200,
        "headers": {"Content-Type": "text/html"},
        "body": f"<p>{name}</p>",  # expect: xss
    }
