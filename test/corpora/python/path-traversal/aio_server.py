import aiofiles
from aiohttp import web

routes = web.RouteTableDef()


@routes.get("/file")
async def file(request: web.Request) -> web.StreamResponse:
    async with aiofiles.open("/srv/" + request.query["name"]) as handle:  # expect: path-traversal
        text = await handle.read()
    return web.Response(text=text)


@routes.get("/doc/{name}")
async def doc(request):
    name = request.match_info["name"]
    return web.FileResponse("/srv/docs/" + name)  # expect: path-traversal


class Item(web.View):
    async def post(self):
        data = await self.request.post()
        with open("/srv/up/" + data["file"].filename, "wb") as out:  # expect: path-traversal
            out.write(data["file"].file.read())
        n = int(self.request.rel_url.query["n"])
        with open("/srv/up/%d" % n) as handle:  # ok: path-traversal
            return web.Response(text=handle.read())


app = web.Application()
app.add_routes(routes)
app.router.add_view("/item", Item)
