import asyncio
import hashlib
import os
import re
import secrets
import random
from pathlib import Path
from typing import Annotated
import aiofiles
import asyncpg
import httpx
import jinja2
import jwt
import yaml
from fastapi import APIRouter, Body, Cookie, Depends, FastAPI, File, Form, Header, HTTPException, Query, Request, UploadFile
from fastapi.responses import FileResponse, HTMLResponse, PlainTextResponse, RedirectResponse, StreamingResponse
from pydantic import BaseModel, Field
from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncSession
from motor.motor_asyncio import AsyncIOMotorClient
from .deps import get_session, current_filter

app = FastAPI()
router = APIRouter(prefix="/v1")
BASE = Path("/srv/files").resolve()
mongo = AsyncIOMotorClient().db


class Item(BaseModel):
    name: str
    kind: str = Field(pattern=r"^[a-z]+$")
    count: int


@router.post("/items")
async def create(item: Item, session: Annotated[AsyncSession, Depends(get_session)]):
    await session.execute(text("INSERT INTO items (name) VALUES (:name)"), {"name": item.name})  # ok: sql-injection
    await session.execute(text(f"INSERT INTO items (name) VALUES ('{item.name}')"))  # expect: sql-injection
    await session.execute(text(f"UPDATE items SET count = {item.count}"))  # ok: sql-injection
    return item


@router.get("/items")
async def items(where: Annotated[str, Depends(current_filter)], session: AsyncSession = Depends(get_session)):
    return (await session.execute(text("SELECT * FROM items WHERE " + where))).all()  # expect: sql-injection


@router.get("/pg/{user}")
async def pg(user: str, request: Request):
    conn = await asyncpg.connect()
    a = await conn.fetch("SELECT * FROM u WHERE name = $1", user)  # ok: sql-injection
    b = await conn.fetchrow(f"SELECT * FROM u WHERE name = '{user}'")  # expect: sql-injection
    return [a, b]


@router.get("/file/{name:path}")
async def file(name: str):
    target = (BASE / name).resolve()
    if not target.is_relative_to(BASE):
        raise HTTPException(404)
    return FileResponse(target)  # ok: path-traversal


@router.get("/file2")
async def file2(name: str = Query(...)):
    async with aiofiles.open(BASE / name) as f:  # expect: path-traversal
        return PlainTextResponse(await f.read())


@router.post("/upload")
async def upload(file: UploadFile = File(...), note: str = Form("")):
    dest = BASE / file.filename
    dest.write_bytes(await file.read())  # expect: path-traversal
    safe = BASE / secrets.token_hex(8)
    safe.write_text(note)  # ok: path-traversal
    return {"ok": True}


@router.get("/hello", response_class=HTMLResponse)
async def hello(name: str):
    return f"<h1>Hello {name}</h1>"  # expect: xss


@router.get("/hello2")
async def hello2(name: str):
    return f"<h1>Hello {name}</h1>"  # ok: xss


@router.get("/tpl")
async def tpl(t: str, name: str):
    env = jinja2.Environment(autoescape=True)
    bad = env.from_string(t).render()  # expect: template-injection
    ok = env.from_string("Hi {{ n }}").render(n=name)  # ok: template-injection
    return HTMLResponse(bad + ok)


@router.get("/proxy")
async def proxy(url: str, x_target: Annotated[str | None, Header()] = None):
    async with httpx.AsyncClient() as client:
        r = await client.get(url)  # expect: ssrf
        s = await client.post(f"http://{x_target}/hook")  # expect: ssrf
        t = await client.get("http://inner/api", params={"u": url})  # ok: ssrf
    return [r.text, s.text, t.text]


@router.get("/next")
async def nxt(to: str):
    return RedirectResponse(url=to)  # expect: open-redirect


@router.get("/next2")
async def nxt2(to: str):
    if not re.fullmatch(r"/[a-z/]*", to):
        raise HTTPException(400)
    return RedirectResponse(to)  # ok: open-redirect


@router.post("/conf")
async def conf(request: Request):
    raw = await request.body()
    a = yaml.load(raw, Loader=yaml.UnsafeLoader)  # expect: unsafe-deserialization
    b = yaml.safe_load(raw)  # ok: unsafe-deserialization
    return [a, b]


@router.post("/run")
async def run(cmd: str = Body(..., embed=True)):
    p = await asyncio.create_subprocess_shell(f"ls {cmd}")  # expect: command-injection
    q = await asyncio.create_subprocess_exec("ls", cmd)  # ok: command-injection
    os.system("ls " + str(int(cmd)))  # ok: command-injection
    return [p, q]


@router.get("/mongo")
async def find(request: Request):
    body = await request.json()
    a = await mongo.users.find_one({"name": body["name"]})  # expect: nosql-injection
    b = await mongo.users.find_one({"name": str(body["name"])})  # ok: nosql-injection
    c = await mongo.users.find({"$where": f"this.a == '{body['a']}'"}).to_list(5)  # expect: nosql-injection
    return [a, b, c]


@router.get("/me")
async def me(token: Annotated[str, Cookie()]):
    a = jwt.decode(token, options={"verify_signature": False})  # expect: jwt-misuse
    b = jwt.decode(token, os.environ["KEY"], algorithms=["HS256"])  # ok: jwt-misuse
    c = hashlib.md5(token.encode()).hexdigest()  # expect: weak-hash
    d = hashlib.md5(token.encode(), usedforsecurity=False).hexdigest()  # ok: weak-hash
    reset_token = "".join(random.choice("abcdef0123456789") for _ in range(32))  # expect: weak-random
    session_id = secrets.token_urlsafe()  # ok: weak-random
    return [a, b, c, d, reset_token, session_id]
