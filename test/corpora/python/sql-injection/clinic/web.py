import os
from functools import lru_cache

from aiohttp import ClientSession, web

from .config import Query
from .store import Store

routes = web.RouteTableDef()


@lru_cache
def store():
    return Store(os.environ["DSN"])


@routes.get("/patients")
async def patients(request: web.Request):
    q = request.rel_url.query
    if "name" in q:
        return web.json_response(store().by_name(q["name"]))
    return web.json_response(store().by_id(q["id"]))


@routes.view("/visits/{kind}")
class Visits(web.View):
    async def get(self):
        kind = self.request.match_info["kind"]
        rows = store().select(Query(kind, "day = %s", [self.request.query["day"]]))
        return web.Response(text=f"<p>{len(rows)} rows</p>", content_type="text/html")  # ok: xss

    async def post(self):
        data = await self.request.post()
        column = data["column"]
        rows = store().column(column)
        match len(rows):
            case 0:
                raise web.HTTPFound(location=data["back"])  # expect: open-redirect
            case 1:
                body = f"<b>{column}</b>"
            case _:
                body = "<b>many</b>"
        return web.Response(body=body, content_type="text/html")  # expect: xss


@web.middleware
async def errors(request, handler):
    try:
        return await handler(request)
    except web.HTTPException:
        raise
    except Exception as e:
        return web.json_response({"error": "failed", "id": id(e)}, status=500)  # ok: information-exposure


async def proxy(request):
    async with ClientSession() as s, s.get("https://images.example.org/" + request.query["path"]) as r:  # ok: ssrf
        pass
    async with ClientSession() as s:
        async with s.get(request.query["url"], ssl=False) as r:  # expect: ssrf, tls-verification-disabled
            return web.Response(body=await r.read())


async def upload(request):
    reader = await request.multipart()
    part = await reader.next()
    with open(os.path.join("/data", part.filename), "wb") as out:  # expect: path-traversal
        while chunk := await part.read_chunk():
            out.write(chunk)
    raise web.HTTPSeeOther("/done")  # ok: open-redirect


def main():
    app = web.Application(middlewares=[errors])
    app.add_routes(routes)
    app.add_routes([web.get("/proxy", proxy), web.post("/upload", upload)])
    web.run_app(app)
