"""Messages of sockets: from whom they are is the server's to say, what they say is the client's."""

import os

import socketio
from websockets.asyncio.server import serve

sio = socketio.AsyncServer()


@sio.event
async def render(sid, data):
    os.system("render " + data["file"])  # expect: command-injection
    os.system("room " + sid)  # ok: command-injection


@sio.on("resize")
def resize(sid, message):
    os.system("resize %d" % int(message))  # ok: command-injection
    os.system("resize " + message)  # expect: command-injection


class Jobs(socketio.AsyncNamespace):
    async def on_start(self, sid, job):
        os.system("start " + job)  # expect: command-injection
        os.system("notify " + sid)  # ok: command-injection

    def log_of(self, sid, job):
        os.system("log " + job)  # ok: command-injection


async def console(connection):
    first = await connection.recv()
    os.system("say " + first)  # expect: command-injection
    async for line in connection:
        os.system("say " + line)  # expect: command-injection
    os.system("say " + connection.id)  # ok: command-injection


async def main():
    async with serve(console, "localhost", 8765) as server:
        await server.serve_forever()
