import os
import shutil
import subprocess
import tarfile
import uuid
import zipfile
from pathlib import Path

import aiosqlite
from starlette.applications import Starlette
from starlette.endpoints import HTTPEndpoint
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse
from starlette.routing import Mount, Route

MEDIA = Path("/srv/media")
ALLOWED = {"png", "jpg"}


class Album(HTTPEndpoint):
    async def get(self, request):
        album = request.path_params["album"]
        async with aiosqlite.connect("m.db") as db:
            cur = await db.execute("SELECT * FROM album WHERE name = '%s'" % album)  # expect: sql-injection
            rows = await cur.fetchall()
            await db.execute("SELECT * FROM album WHERE name = ?", (album,))  # ok: sql-injection
        return JSONResponse([list(r) for r in rows])

    async def post(self, request):
        form = await request.form()
        up = form["file"]
        ext = up.filename.rsplit(".", 1)[-1].lower()
        if ext not in ALLOWED:
            return PlainTextResponse("no", status_code=400)
        dest = MEDIA / f"{uuid.uuid4()}.{ext}"
        with dest.open("wb") as out:  # ok: path-traversal
            shutil.copyfileobj(up.file, out)
        with open(MEDIA / up.filename, "wb") as out:  # expect: path-traversal
            out.write(await up.read())
        return RedirectResponse(f"/album/{dest.name}", status_code=303)  # ok: open-redirect


async def thumb(request):
    size = int(request.query_params.get("size", "64"))
    name = request.query_params["name"]
    subprocess.run(f"convert in.png -resize {size} out.png", shell=True)  # ok: command-injection
    subprocess.run("convert " + name + " out.png", shell=True)  # expect: command-injection
    return HTMLResponse("<img width=%d>" % size)  # ok: xss


async def raw(request):
    p = (MEDIA / request.query_params["p"]).resolve()
    if MEDIA not in p.parents:
        return PlainTextResponse("no", status_code=404)
    return FileResponse(p)  # ok: path-traversal


async def page(request):
    title = request.query_params.get("t", "")
    return HTMLResponse(f"<h1>{title}</h1>")  # expect: xss


async def unpack(request):
    data = await request.form()
    with zipfile.ZipFile(data["f"].file) as z:
        for info in z.infolist():
            target = os.path.realpath(os.path.join("/srv/in", info.filename))
            if not target.startswith("/srv/in/"):
                continue
            with open(target, "wb") as out:  # ok: path-traversal
                out.write(z.read(info))
    with tarfile.open(fileobj=data["t"].file) as t:
        t.extractall("/srv/in", filter="data")  # ok: path-traversal
    with tarfile.open(fileobj=data["t"].file) as t:
        t.extractall("/srv/in")  # expect: path-traversal
    return PlainTextResponse("ok")


app = Starlette(
    debug=False,
    routes=[Route("/album/{album}", Album), Route("/thumb", thumb), Route("/raw", raw), Route("/p", page), Route("/u", unpack, methods=["POST"])],
    middleware=[Middleware(CORSMiddleware, allow_origins=["*"], allow_credentials=True)],  # expect: cors-misconfiguration
)
