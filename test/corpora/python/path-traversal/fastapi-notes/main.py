import hashlib
import logging
import os
import pickle
import re
import tempfile
from typing import Annotated, Literal, Optional
from enum import Enum

import aiofiles
import httpx
import jwt
import yaml
from fastapi import APIRouter, Body, Cookie, Depends, FastAPI, File, Form, Header, HTTPException, Path, Query, Request, UploadFile
from fastapi.middleware.cors import CORSMiddleware
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse, RedirectResponse
from pydantic import BaseModel, Field, HttpUrl, constr, field_validator
from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncSession

from .db import get_session
from .models import Note
from .settings import settings

app = FastAPI(debug=settings.debug)  # ok: debug-enabled
app.add_middleware(
    CORSMiddleware,
    allow_origins=["https://notes.example.org"],
    allow_credentials=True,
)
router = APIRouter(prefix="/notes")
log = logging.getLogger(__name__)
Session = Annotated[AsyncSession, Depends(get_session)]


class Order(str, Enum):
    asc = "asc"
    desc = "desc"


class NoteIn(BaseModel):
    title: str
    slug: str = Field(pattern=r"^[a-z0-9-]+$")
    kind: Literal["todo", "memo"]
    webhook: Optional[str] = None
    tags: list[str] = []

    @field_validator("title")
    @classmethod
    def short(cls, v):
        if len(v) > 100:
            raise ValueError("too long")
        return v


def current_user(authorization: str = Header(...)):
    token = authorization.removeprefix("Bearer ")
    try:
        return jwt.decode(token, settings.jwt_key, algorithms=["HS256"])  # expect: hard-coded-secret
    except jwt.PyJWTError:
        raise HTTPException(401)


def peek(token: str):
    return jwt.decode(token, options={"verify_signature": False})  # expect: jwt-misuse


@router.get("/")
async def listing(session: Session, q: str = "", order: Order = Order.asc, limit: int = 10):
    stmt = text(f"SELECT * FROM notes WHERE title LIKE :q ORDER BY id {order.value} LIMIT {limit}")  # ok: sql-injection
    rows = await session.execute(stmt, {"q": f"%{q}%"})  # ok: sql-injection
    return rows.mappings().all()


@router.get("/search")
async def search(session: Session, q: Annotated[str, Query(max_length=50)]):
    rows = await session.execute(text(f"SELECT * FROM notes WHERE body LIKE '%{q}%'"))  # expect: sql-injection
    return rows.mappings().all()


@router.get("/by-code")
async def by_code(session: Session, code: Annotated[str, Query(pattern=r"^[A-Z]{3}-\d+$")]):
    rows = await session.execute(text("SELECT * FROM notes WHERE code = '" + code + "'"))  # ok: sql-injection
    return rows.mappings().all()


@router.post("/")
async def create(note: NoteIn, session: Session, user: dict = Depends(current_user)):
    path = os.path.join(settings.root, note.slug + ".md")
    async with aiofiles.open(path, "w") as f:  # ok: path-traversal
        await f.write(note.title)
    async with aiofiles.open(os.path.join(settings.root, note.title), "w") as f:  # expect: path-traversal
        await f.write("")
    await session.execute(text("INSERT INTO log(kind) VALUES ('%s')" % note.kind))  # ok: sql-injection
    for tag in note.tags:
        await session.execute(text("INSERT INTO tags VALUES ('%s')" % tag))  # expect: sql-injection
    if note.webhook:
        async with httpx.AsyncClient(timeout=5) as client:
            await client.post(note.webhook, json={"slug": note.slug})  # expect: ssrf
    log.info("created %s by %s", note.slug, user["sub"])
    return {"ok": True}


@router.get("/{note_id}/html", response_class=HTMLResponse)
async def as_html(note_id: int, hl: str = ""):
    return f"<mark>{hl}</mark> {note_id}"  # expect: xss


@router.get("/{note_id}/json")
async def as_json(note_id: int, hl: str = ""):
    return f"<mark>{hl}</mark> {note_id}"  # ok: xss


@router.get("/files/{name:path}")
async def files(name: str):
    return FileResponse(os.path.join(settings.root, name))  # expect: path-traversal


@router.get("/files2/{name}")
async def files2(name: str):
    safe = os.path.basename(name)
    return FileResponse(os.path.join(settings.root, safe))  # ok: path-traversal


@router.post("/restore")
async def restore(file: UploadFile = File(...)):
    data = await file.read()
    return pickle.loads(data)  # expect: unsafe-deserialization


@router.post("/config")
async def config(request: Request):
    raw = await request.body()
    a = yaml.load(raw, Loader=yaml.Loader)  # expect: unsafe-deserialization
    b = yaml.safe_load(raw)  # ok: unsafe-deserialization
    return {"a": str(a), "b": b}


@router.post("/upload")
async def upload(file: UploadFile):
    with open(f"/srv/uploads/{file.filename}", "wb") as out:  # expect: path-traversal
        out.write(await file.read())
    suffix = os.path.splitext(file.filename or "")[1]
    with tempfile.NamedTemporaryFile(suffix=".bin") as tmp:  # ok: insecure-temporary-file
        tmp.write(b"")
    name = tempfile.mktemp(".bin")  # expect: insecure-temporary-file
    return {"name": name, "suffix": suffix}


@router.get("/go")
async def go(to: str):
    return RedirectResponse(to)  # expect: open-redirect


@router.get("/go2")
async def go2(to: str):
    if not to.startswith("/") or to.startswith("//"):
        to = "/"
    return RedirectResponse(url=to, status_code=303)  # ok: open-redirect


@router.get("/etag")
async def etag(q: str):
    return {"etag": hashlib.sha1(q.encode()).hexdigest()}  # expect: weak-hash


@router.get("/match")
async def match(pattern: str, q: str):
    return {"m": bool(re.search(pattern, q)), "n": bool(re.search(re.escape(pattern), q))}  # expect: regex-injection


@app.exception_handler(Exception)
async def on_error(request: Request, exc: Exception):
    import traceback
    return JSONResponse({"detail": traceback.format_exc()}, status_code=500)  # expect: information-exposure


@app.get("/me")
async def me(sid: Annotated[str | None, Cookie()] = None):
    import sqlite3
    con = sqlite3.connect("s.db")
    return con.execute(f"select * from sessions where id='{sid}'").fetchone()  # expect: sql-injection


app.include_router(router)
