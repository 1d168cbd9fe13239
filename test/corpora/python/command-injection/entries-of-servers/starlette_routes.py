"""Starlette's routes, endpoints and middleware, by whatever name the request goes."""
import os

from starlette.endpoints import HTTPEndpoint, WebSocketEndpoint
from starlette.middleware.base import BaseHTTPMiddleware
from starlette.routing import Route, WebSocketRoute


async def ping(r):
    os.system("ping " + r.query_params["host"])  # expect: command-injection
    os.system("ping " + r.method)  # ok: command-injection


class Trace(HTTPEndpoint):
    async def get(self, asked):
        os.system("traceroute " + asked.path_params["host"])  # expect: command-injection


class Console(WebSocketEndpoint):
    async def on_receive(self, websocket, data):
        os.system("ping " + data)  # expect: command-injection


class Audit(BaseHTTPMiddleware):
    async def dispatch(self, asked, call_next):
        os.system("logger " + asked.headers["x-user"])  # expect: command-injection
        return await call_next(asked)


async def shell(connection):
    os.system(await connection.receive_text())  # expect: command-injection


routes = [Route("/ping", ping), Route("/trace", Trace), WebSocketRoute("/shell", shell)]
