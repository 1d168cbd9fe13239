import html
import os
import ssl
from dataclasses import dataclass

import aiohttp
import aiomysql
import motor.motor_asyncio
from aiohttp import web
from bson import ObjectId

routes = web.RouteTableDef()
mongo = motor.motor_asyncio.AsyncIOMotorClient()["feed"]
ALLOWED = ("news", "sport")


@dataclass(frozen=True)
class Filter:
    topic: str
    author: str

    @staticmethod
    def of(req: web.Request) -> "Filter":
        topic = req.query.get("topic", "news")
        return Filter(topic if topic in ALLOWED else "news", req.query.get("author", ""))


@web.middleware
async def errors(request, handler):
    try:
        return await handler(request)
    except web.HTTPException:
        raise
    except Exception as e:
        return web.Response(text=f"<pre>{e!r}</pre>", content_type="text/html", status=500)  # expect: information-exposure


@routes.get("/feed")
async def feed(request):
    f = Filter.of(request)
    async with request.app["db"].acquire() as conn, conn.cursor(aiomysql.DictCursor) as cur:
        await cur.execute(f"SELECT * FROM feed_{f.topic}")  # ok: sql-injection
        await cur.execute(f"SELECT * FROM feed WHERE author = '{f.author}'")  # expect: sql-injection
        await cur.execute("SELECT * FROM feed WHERE author = %(a)s", {"a": f.author})  # ok: sql-injection
        return web.json_response(await cur.fetchall())


@routes.post("/find")
async def find(request):
    body = await request.json()
    one = await mongo.items.find_one({"_id": ObjectId(body["id"])})  # ok: nosql-injection
    two = await mongo.items.find_one({"name": body["name"]})  # expect: nosql-injection
    three = await mongo.items.find_one({"name": str(body["name"])})  # ok: nosql-injection
    four = await mongo.items.find(body["filter"]).to_list(10)  # expect: nosql-injection
    five = await mongo.items.find_one({"name": request.query["name"]})  # ok: nosql-injection
    six = mongo.items.find({"$where": "this.owner == '" + request.query["o"] + "'"})  # expect: nosql-injection
    return web.json_response([one, two, three, four, five, await six.to_list(1)])


@routes.view("/page/{name}")
class PageView(web.View):
    async def get(self):
        name = self.request.match_info["name"]
        return web.Response(text="<h1>%s</h1>" % html.escape(name), content_type="text/html")  # ok: xss

    async def post(self):
        data = await self.request.post()
        return web.Response(body=b"<h1>" + data["t"].encode() + b"</h1>", content_type="text/html")  # expect: xss


@routes.get("/static2/{file}")
async def static(request):
    return web.FileResponse(os.path.join("/srv/static", request.match_info["file"]))  # expect: path-traversal


@routes.get("/static3/{file:.*}")
async def static3(request):
    return web.FileResponse("/srv/static/" + request.match_info["file"])  # expect: path-traversal


@routes.get("/proxy")
async def proxy(request):
    ctx = ssl.create_default_context()
    ctx.check_hostname = False  # expect: tls-verification-disabled
    ctx.verify_mode = ssl.CERT_NONE  # expect: tls-verification-disabled
    async with aiohttp.ClientSession() as s:
        async with s.get(request.query["u"], ssl=ctx) as r:  # expect: ssrf
            text = await r.text()
        async with s.get("https://api.example.org/", params={"q": request.query["u"]}) as r:  # ok: ssrf
            text += await r.text()
    raise web.HTTPFound(request.query.get("back", "/"))  # expect: open-redirect


async def make():
    app = web.Application(middlewares=[errors])
    app["db"] = await aiomysql.create_pool(host="db", user="feed", password=os.environ["DB"])
    app.add_routes(routes)
    return app
