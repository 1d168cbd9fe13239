"""Handlers of aiohttp by whatever name, and their web sockets."""
import os

from aiohttp import web


async def console(asked):
    ws = web.WebSocketResponse()
    await ws.prepare(asked)
    first = await ws.receive_json()
    os.system("ping " + first["host"])  # expect: command-injection
    async for message in ws:
        os.system("ping " + message.data)  # expect: command-injection
    os.system("logger " + ws.status)  # ok: command-injection


async def ping(asked):
    os.system("ping " + asked.query["host"])  # expect: command-injection


app = web.Application()
app.router.add_get("/console", console)
app.router.add_routes([web.route("GET", "/ping", ping)])
