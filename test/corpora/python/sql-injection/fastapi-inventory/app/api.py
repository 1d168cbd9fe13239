import hashlib
import logging
import os
import secrets
from datetime import date, datetime
from decimal import Decimal
from enum import Enum
from typing import Annotated, Literal, Optional

import jwt
import pymongo
from fastapi import APIRouter, Body, Cookie, Depends, FastAPI, Header, HTTPException, Query, Request, Response, status
from fastapi.responses import HTMLResponse, RedirectResponse, StreamingResponse
from jinja2 import Environment, FileSystemLoader, select_autoescape
from passlib.hash import bcrypt, md5_crypt
from pydantic import BaseModel, EmailStr, Field, PositiveInt, StringConstraints
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker, create_async_engine

from .models import Item

log = logging.getLogger("inv")
engine = create_async_engine(os.environ["DATABASE_URL"])
sessions = async_sessionmaker(engine)
items = pymongo.MongoClient()["inv"]["items"]
env = Environment(loader=FileSystemLoader("templates"), autoescape=select_autoescape())  # ok: xss
raw_env = Environment(autoescape=False)  # expect: xss
router = APIRouter(prefix="/inv")
Code = Annotated[str, StringConstraints(pattern=r"^[A-Z]{2}\d{3}$")]


class Level(str, Enum):
    low = "low"
    high = "high"


class Move(BaseModel):
    code: Code
    count: PositiveInt
    to: Literal["shelf", "store"]
    price: Decimal
    when: date
    note: Annotated[str, Field(max_length=80)]
    mail: EmailStr
    level: Level = Level.low
    extra: dict = {}


async def db():
    async with sessions() as s:
        yield s


Db = Annotated[AsyncSession, Depends(db)]


@router.get("/items")
async def list_items(s: Db, q: str = "", sort: Literal["id", "name"] = "id", limit: Annotated[int, Query(le=100)] = 10):
    a = await Item.find(s, q)
    b = await Item.find_raw(s, q)
    c = await s.execute(text(f"SELECT * FROM item ORDER BY {sort} LIMIT {limit}"))  # ok: sql-injection
    d = await Item.sorted(s, sort, True)
    e = await Item.having(s, f"count(*) > {q}")
    return [a, b, c.all(), d, e]


@router.post("/move")
async def move(m: Move, s: Db):
    await s.execute(text(f"UPDATE item SET place = '{m.to}' WHERE code = '{m.code}'"))  # ok: sql-injection
    await s.execute(text(f"UPDATE item SET n = {m.count}, price = {m.price}, d = '{m.when}'"))  # ok: sql-injection
    await s.execute(text(f"UPDATE item SET note = '{m.note}'"))  # expect: sql-injection
    await s.execute(text("UPDATE item SET note = :n"), {"n": m.note})  # ok: sql-injection
    await s.execute(text(f"UPDATE item SET level = '{m.level.value}'"))  # ok: sql-injection
    items.update_one({"code": m.code}, {"$set": m.extra})
    found = items.find_one(m.extra)  # expect: nosql-injection
    log.info("moved %s" % m.note)  # expect: log-injection
    log.info("moved %d", m.count)  # ok: log-injection
    return str(found)


@router.get("/go")
async def go(request: Request, nxt: Optional[str] = None, ref: Annotated[Optional[str], Header()] = None):
    if nxt and nxt.startswith("/") and "//" not in nxt:
        return RedirectResponse(nxt)  # ok: open-redirect
    if ref:
        return RedirectResponse(ref, status_code=status.HTTP_303_SEE_OTHER)  # expect: open-redirect
    return RedirectResponse(request.url_for("list_items"))  # ok: open-redirect


@router.get("/page", response_class=HTMLResponse)
async def page(name: str, sid: Annotated[str | None, Cookie()] = None):
    good = env.get_template("page.html").render(name=name)
    if sid:
        return HTMLResponse(good)  # ok: xss
    return raw_env.from_string("<h1>{{ name }}</h1>").render(name=name)  # expect: xss


@router.get("/stream")
async def stream(name: str):
    async def chunks():
        yield "<p>"
        yield name
        yield "</p>"

    return StreamingResponse(chunks(), media_type="text/html")  # expect: xss


@router.post("/users")
async def users(response: Response, password: str = Body(), pin: str = Body()):
    good = bcrypt.hash(password)  # ok: weak-hash
    bad = md5_crypt.hash(password)  # expect: weak-hash
    worse = hashlib.sha1(password.encode()).hexdigest()  # expect: weak-hash
    token = secrets.token_hex(16)  # ok: weak-random
    response.set_cookie("session", token, httponly=True, secure=True, samesite="strict")  # ok: insecure-cookie
    response.set_cookie("session2", token)  # expect: insecure-cookie
    stamp = hashlib.sha256(pin.encode()).hexdigest()
    return [good, bad, worse, stamp]


@router.get("/token")
async def token(authorization: str = Header()):
    key = os.environ["JWT_KEY"]
    one = jwt.decode(authorization, key, algorithms=["HS256"])  # ok: jwt-misuse
    two = jwt.decode(authorization, key, algorithms=["none"])  # expect: jwt-misuse
    three = jwt.encode({"t": str(datetime.now())}, "inv-signing-secret-2024", algorithm="HS256")  # expect: hard-coded-secret
    return [one, two, three]


@router.get("/report/{kind}")
async def report(kind: Level, name: str):
    path = f"/srv/reports/{kind.value}.csv"
    with open(path) as f:  # ok: path-traversal
        rows = f.read()
    try:
        with open("/srv/reports/" + name) as f:  # expect: path-traversal
            rows += f.read()
    except OSError as e:
        raise HTTPException(500, detail=str(e)) from e  # expect: information-exposure
    return rows


app = FastAPI()
app.include_router(router)
