# Functions that get the request under whatever name.
import os

from aiohttp import web
from django.http import HttpResponse
from django.urls import path


def pick(r):
    return open(os.path.join("/srv/files", r.GET["name"])).read()  # expect: path-traversal


def pick_named(incoming):
    name = os.path.basename(incoming.GET["name"])
    return open(os.path.join("/srv/files", name)).read()  # ok: path-traversal


def show(request):
    return HttpResponse(pick(request), content_type="text/plain")


def show_named(request):
    return HttpResponse(pick_named(request), content_type="text/plain")


urlpatterns = [path("show", show), path("named", show_named)]


async def read(about):
    with open("/srv/files/" + about.query["name"]) as file:  # expect: path-traversal
        return file.read()


async def handle(request):
    return web.Response(text=await read(request))


app = web.Application()
app.router.add_get("/", handle)
