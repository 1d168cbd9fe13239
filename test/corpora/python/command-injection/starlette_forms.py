import asyncio
import os
import pathlib
import subprocess
import xml.etree.ElementTree as ET

import anyio
import httpx
from starlette.applications import Starlette
from starlette.endpoints import HTTPEndpoint
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, StreamingResponse
from starlette.routing import Mount, Route, WebSocketRoute

BASE = pathlib.Path("/srv/media").resolve()
FORMATS = {"png": "image/png", "svg": "image/svg+xml"}


async def convert(request):
    form = await request.form()
    source = form["source"]
    target = form.get("format", "png")
    if target not in FORMATS:
        return PlainTextResponse("unknown format", status_code=400)
    await asyncio.create_subprocess_exec("convert", "in.svg", "out." + target)  # ok: command-injection
    await asyncio.create_subprocess_shell(f"identify {source}")  # expect: command-injection
    return PlainTextResponse("done")


async def convert_with(request):
    async with request.form(max_files=3) as form:
        upload = form["file"]
        name = upload.filename
        data = await upload.read()
    async with await anyio.open_file(BASE / name, "wb") as out:  # expect: path-traversal
        await out.write(data)
    safe = BASE / pathlib.Path(name).name
    async with await anyio.open_file(safe, "wb") as out:  # ok: path-traversal
        await out.write(data)
    return JSONResponse({"stored": safe.name})


class Page(HTTPEndpoint):
    async def get(self, request):
        title = request.query_params.get("title", "Home")
        size = int(request.query_params["size"])
        if size > 3:
            return HTMLResponse(f"<h1 style='font-size:{size}em'>Home</h1>")  # ok: xss
        return HTMLResponse(f"<h1>{title}</h1>")  # expect: xss

    async def post(self, request):
        body = await request.json()
        target = body["callback"]
        async with httpx.AsyncClient(timeout=5) as client:
            await client.post(target, json={"ok": True})  # expect: ssrf
            await client.post("https://hooks.example.org/in", json={"target": target})  # ok: ssrf
        return JSONResponse({"ok": True})


async def download(request):
    path = (BASE / request.path_params["path"]).resolve()
    if not path.is_relative_to(BASE):
        return PlainTextResponse("no", status_code=404)
    return FileResponse(path)  # ok: path-traversal


async def raw(request):
    return FileResponse(os.path.join(BASE, request.path_params["path"]))  # expect: path-traversal


async def feed(request):
    body = await request.body()
    tree = ET.fromstring(body)
    return JSONResponse({"n": len(tree)})


async def back(request):
    target = request.query_params.get("next", "/")
    if target.startswith("/") and not target.startswith("//"):
        return RedirectResponse(target)  # ok: open-redirect
    return RedirectResponse(url=request.headers["referer"])  # expect: open-redirect


async def stream(request):
    q = request.query_params["q"]

    async def rows():
        yield "<ul>"
        yield f"<li>{q}</li>"
        yield "</ul>"

    return StreamingResponse(rows(), media_type="text/html")  # expect: xss


async def tail(websocket):
    await websocket.accept()
    message = await websocket.receive_json()
    proc = subprocess.Popen("tail -f /var/log/" + message["unit"], shell=True)  # expect: command-injection
    lines = min(int(message["lines"]), 500)
    subprocess.run(f"tail -n {lines} /var/log/app", shell=True)  # ok: command-injection
    await websocket.send_json({"pid": proc.pid})


routes = [
    Route("/convert", convert, methods=["POST"]),
    Route("/convert2", convert_with, methods=["POST"]),
    Route("/page", Page),
    Mount("/files", routes=[Route("/{path:path}", download), Route("/raw/{path:path}", raw)]),
    Route("/feed", feed),
    Route("/back", back),
    Route("/stream", stream),
    WebSocketRoute("/tail", tail),
]
app = Starlette(  # expect: debug-enabled
    debug=True,
    routes=routes,
    middleware=[
        Middleware(CORSMiddleware, allow_origins=["https://app.example.org"], allow_credentials=True),  # ok: cors-misconfiguration
    ],
)
