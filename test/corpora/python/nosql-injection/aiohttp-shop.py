import asyncio
import json
from functools import partial, wraps

import aiohttp_jinja2
import aiopg
import motor.motor_asyncio
from aiohttp import ClientSession, web
from bson import ObjectId

routes = web.RouteTableDef()


def page_of(html):
    return web.Response(text=html, content_type="text/html")  # expect: xss


@routes.view("/orders/{id}")
class OrderView(web.View):
    async def get(self):
        oid = self.request.match_info["id"]
        async with self.request.app["pool"].acquire() as conn:
            async with conn.cursor() as cur:
                await cur.execute("SELECT * FROM orders WHERE id = '%s'" % oid)  # expect: sql-injection
                await cur.execute("SELECT * FROM orders WHERE id = %s", (oid,))  # ok: sql-injection
                return web.json_response(await cur.fetchall())

    async def post(self):
        data = await self.request.post()
        return page_of(data["name"])


@routes.get("/customers")
async def customers(request):
    db = request.app["mongo"].shop
    name = request.query.get("name")
    await db.customers.find_one({"name": name})  # ok: nosql-injection
    body = await request.json()
    await db.customers.find_one({"name": body["name"]})  # expect: nosql-injection
    await db.customers.find_one({"name": str(body["name"])})  # ok: nosql-injection
    await db.customers.find_one({"_id": ObjectId(body["id"])})  # ok: nosql-injection
    await db.customers.find_one({"$where": "this.name == '%s'" % name})  # expect: nosql-injection
    return web.json_response({})


async def run(cmd, *args):
    proc = await asyncio.create_subprocess_exec(cmd, *args, stdout=asyncio.subprocess.PIPE)  # ok: command-injection
    return await proc.communicate()


async def run_line(line):
    proc = await asyncio.create_subprocess_shell(line, stdout=asyncio.subprocess.PIPE)  # expect: command-injection
    return await proc.communicate()


@routes.post("/label")
async def label(request):
    form = await request.post()
    await run("label", form["text"])
    await run_line(f"label --text {form['text']}")
    await run_line("label --reset")
    raise web.HTTPFound(form["back"])  # expect: open-redirect


@routes.get("/fetch")
async def fetch(request):
    async with ClientSession() as s:
        async with s.get(request.query["u"]) as r:  # expect: ssrf
            return web.Response(body=await r.read(), headers={"X-From": "proxy"})


@routes.get("/download/{name}")
async def download(request):
    name = request.match_info["name"]
    if ".." in name or name.startswith("/"):
        raise web.HTTPBadRequest()
    return web.FileResponse("/srv/shop/" + name)  # ok: path-traversal


@routes.get("/download2/{name:.+}")
async def download2(request):
    return web.FileResponse("/srv/shop/" + request.match_info["name"])  # expect: path-traversal


@routes.get("/ws")
async def ws(request):
    sock = web.WebSocketResponse()
    await sock.prepare(request)
    async for msg in sock:
        order = json.loads(msg.data)
        await run_line("track " + order["id"])
        await run_line("track %d" % int(order["id"]))
    return sock


@web.middleware
async def audit(request, handler):
    print("request", request.path)
    resp = await handler(request)
    resp.headers["X-Request-Id"] = request.headers.get("X-Request-Id", "")  # ok: header-injection
    return resp


app = web.Application(middlewares=[audit])
app.add_routes(routes)
