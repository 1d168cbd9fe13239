import asyncio
import enum
import logging
from typing import Annotated, Literal

import aiofiles
import aiohttp
import httpx
from fastapi import BackgroundTasks, Depends, FastAPI, File, Form, Header, HTTPException, Path, Query, Request, UploadFile, WebSocket
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse
from pydantic import BaseModel, Field, HttpUrl, field_validator
from sqlalchemy.ext.asyncio import AsyncSession

from .db import Repo, session

app = FastAPI()
logger = logging.getLogger("app")


class Sort(str, enum.Enum):
    name = "name"
    age = "age"


class Hook(BaseModel):
    url: HttpUrl
    name: str = Field(pattern=r"^[a-z]+$")
    template: str
    kind: Literal["a", "b"] = "a"

    @field_validator("template")
    @classmethod
    def known(cls, v):
        if v not in {"x", "y"}:
            raise ValueError("unknown")
        return v


def repo(s: Annotated[AsyncSession, Depends(session)]) -> Repo:
    return Repo(s)


@app.get("/users")
async def users(name: str, repo: Annotated[Repo, Depends(repo)], sort: str | None = None, n: int = 0):
    await repo.find_sorted(name, sort == "d")
    await repo.page(n)
    return await repo.find(name, sort)


async def shell(cmd: str) -> bytes:
    p = await asyncio.create_subprocess_shell(cmd, stdout=asyncio.subprocess.PIPE)  # expect: command-injection
    out, _ = await p.communicate()
    return out


@app.post("/hook")
async def hook(h: Hook, tasks: BackgroundTasks):
    async with httpx.AsyncClient() as client:
        await client.post(str(h.url), json={})  # expect: ssrf
        await client.get(f"https://hooks.example.com/{h.name}")  # ok: ssrf
    tasks.add_task(shell, f"notify {h.url}")
    async with aiofiles.open(f"hooks/{h.name}.txt") as f:  # ok: path-traversal
        await f.read()
    async with aiofiles.open(f"kinds/{h.kind}.txt") as f:  # ok: path-traversal
        return await f.read()


@app.get("/sorted/{col}")
async def by_column(col: Sort, s: AsyncSession = Depends(session)):
    from sqlalchemy import text
    return (await s.execute(text(f"SELECT * FROM users ORDER BY {col.value}"))).all()  # ok: sql-injection


@app.get("/page", response_class=HTMLResponse)
async def page(name: str = Query("")):
    return f"<h1>{name}</h1>"  # expect: xss


@app.get("/page2")
async def page2(name: str = Query(pattern="^[a-z]+$")):
    return HTMLResponse(f"<h1>{name}</h1>")  # ok: xss


@app.get("/plain")
async def plain(name: str):
    return PlainTextResponse("Hi " + name)  # ok: xss


@app.get("/go")
async def go(to: str, request: Request):
    if to not in ("/a", "/b"):
        raise HTTPException(400)
    return RedirectResponse(to)  # ok: open-redirect


@app.get("/leave")
async def leave(request: Request):
    return RedirectResponse(request.query_params["to"], status_code=303)  # expect: open-redirect


@app.get("/file/{path:path}")
async def file(path: str):
    return FileResponse("/srv/" + path)  # expect: path-traversal


@app.post("/upload")
async def upload(f: UploadFile = File(...), agent: str = Header("")):
    logger.info("agent: " + agent)  # expect: log-injection
    async with aiofiles.open("/srv/up/" + f.filename, "wb") as out:  # expect: path-traversal
        await out.write(await f.read())
    return {}


@app.websocket("/ws")
async def ws(sock: WebSocket):
    await sock.accept()
    while True:
        msg = await sock.receive_json()
        results = await asyncio.gather(*(fetch(u) for u in msg["urls"]))
        await sock.send_json(results)


async def fetch(u):
    async with aiohttp.ClientSession() as s, s.get(u) as r:  # expect: ssrf
        return await r.text()
