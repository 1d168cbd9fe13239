import hashlib
import json
import re
from typing import NamedTuple

import asyncpg
from aiohttp import ClientSession, web
from bson import ObjectId
from motor.motor_asyncio import AsyncIOMotorClient

routes = web.RouteTableDef()
mongo = AsyncIOMotorClient("mongodb://localhost").chat
AVATARS = "https://www.gravatar.com/avatar/"


class Query(NamedTuple):
    room: str
    term: str
    limit: int


def parse(request: web.Request) -> Query:
    return Query(request.query["room"], request.query.get("term", ""), int(request.query.get("limit", 50)))


def gravatar(email):
    return AVATARS + hashlib.md5(email.strip().lower().encode()).hexdigest()  # ok: weak-hash


@routes.get("/rooms/{room}")
async def room(request):
    found = await mongo.rooms.find_one({"name": request.match_info["room"]})  # ok: nosql-injection
    return web.json_response({"room": found["name"]})


@routes.post("/rooms/find")
async def find(request):
    body = await request.json()
    first = await mongo.rooms.find_one({"name": body["name"]})  # expect: nosql-injection
    second = await mongo.rooms.find_one({"name": str(body["name"])})  # ok: nosql-injection
    third = await mongo.rooms.find_one({"_id": ObjectId(body["id"])})  # ok: nosql-injection
    fourth = mongo.rooms.find(body)  # expect: nosql-injection
    fifth = await mongo.rooms.find_one({"name": {"$eq": body["name"]}})  # ok: nosql-injection
    return web.json_response([first, second, third, fifth, await fourth.to_list(10)])


@routes.post("/messages/where")
async def where(request):
    data = await request.post()
    cursor = mongo.messages.find({"$where": f"this.author == '{data['author']}'"})  # expect: nosql-injection
    return web.json_response(await cursor.to_list(length=20))


@routes.get("/history")
async def history(request):
    q = parse(request)
    pool: asyncpg.Pool = request.app["pool"]
    async with pool.acquire() as conn:
        rows = await conn.fetch("SELECT * FROM message WHERE room = $1 LIMIT $2", q.room, q.limit)  # ok: sql-injection
        more = await conn.fetch(f"SELECT * FROM message WHERE room = '{q.room}'")  # expect: sql-injection
        last = await conn.fetch(f"SELECT * FROM message LIMIT {q.limit}")  # ok: sql-injection
    return web.json_response([dict(r) for r in (*rows, *more, *last)])


@routes.view("/profile/{user}")
class Profile(web.View):
    async def get(self):
        user = self.request.match_info["user"]
        if not re.fullmatch(r"\w{3,20}", user):
            raise web.HTTPBadRequest()
        return web.Response(text=f"<h1>{user}</h1>", content_type="text/html")  # ok: xss

    async def post(self):
        form = await self.request.post()
        return web.Response(text="<h1>" + form["nick"] + "</h1>", content_type="text/html")  # expect: xss


@routes.get("/unfurl")
async def unfurl(request):
    async with ClientSession() as session:
        async with session.get(request.query["url"]) as answer:  # expect: ssrf
            title = re.search(r"<title>(.*?)</title>", await answer.text())
        async with session.get("https://api.example.com/v1", params={"q": request.query["url"]}) as answer:  # ok: ssrf
            rest = await answer.json()
    return web.json_response({"title": title and title[1], "rest": rest})


@routes.get("/leave")
async def leave(request):
    raise web.HTTPFound(location=request.query.get("to", "/"))  # expect: open-redirect


@routes.get("/script")
async def script(request):
    state = json.dumps({"room": request.query.get("room")})
    page = f"<script>window.state = {state}</script>"
    safe = json.dumps({"room": request.query.get("room")}).replace("<", "\\u003c")
    other = f"<script>window.state = {safe}</script>"
    if request.query.get("v") == "2":
        return web.Response(text=other, content_type="text/html")  # ok: xss
    return web.Response(text=page, content_type="text/html")  # expect: xss


@routes.get("/login")
async def login(request):
    response = web.json_response({})
    response.set_cookie("session", "x" * 32)  # expect: insecure-cookie
    response.set_cookie("lang", "en")  # ok: insecure-cookie
    return response


async def init(app):
    app["pool"] = await asyncpg.create_pool("postgres://localhost/chat")


def main():
    app = web.Application()
    app.on_startup.append(init)
    app.add_routes(routes)
    web.run_app(app)
