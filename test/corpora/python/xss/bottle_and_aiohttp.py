import html

from aiohttp import web
from bottle import request as bottle_request
from bottle import route


@route("/b")
def by_bottle():
    return "<p>" + bottle_request.query.name + "</p>"  # expect: xss


@route("/c")
def escaped():
    return "<p>" + html.escape(bottle_request.query.name) + "</p>"  # ok: xss


async def handle(request):
    name = request.query["name"]
    return web.Response(text="<p>" + name + "</p>", content_type="text/html")  # expect: xss


async def handle_text(request):
    return web.Response(text="Hello " + request.query["name"])  # ok: xss


def make_app():
    app = web.Application()
    app.router.add_get("/", handle)
    app.router.add_get("/text", handle_text)
    return app
