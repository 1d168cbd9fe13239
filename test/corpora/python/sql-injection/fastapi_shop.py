import enum
import json
import logging
import pathlib
import random
import re
import secrets
import shlex
import string
import subprocess
import uuid
from datetime import date
from typing import Annotated, Literal

import aiofiles
import asyncpg
from fastapi import APIRouter, BackgroundTasks, Body, Depends, FastAPI, File, Form, Header, HTTPException, Path, Query, Request, UploadFile
from fastapi.middleware.cors import CORSMiddleware
from fastapi.responses import FileResponse, HTMLResponse, RedirectResponse
from jinja2 import Environment, Template, select_autoescape
from motor.motor_asyncio import AsyncIOMotorClient
from openai import AsyncOpenAI
from pydantic import BaseModel, Field, field_validator
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker, create_async_engine

app = FastAPI()
router = APIRouter(prefix="/v2")
engine = create_async_engine("postgresql+asyncpg://localhost/shop")
Session = async_sessionmaker(engine)
mongo = AsyncIOMotorClient().shop
log = logging.getLogger("shop")
ai = AsyncOpenAI()


class Size(str, enum.Enum):
    small = "s"
    large = "l"


class Order(BaseModel):
    sku: str = Field(pattern=r"^[A-Z0-9]{4,12}$")
    note: str = ""
    host: str
    amount: int

    @field_validator("host")
    @classmethod
    def known_host(cls, value: str) -> str:
        if value not in ("fra", "ams", "lon"):
            raise ValueError("unknown host")
        return value


async def session():
    async with Session() as s:
        yield s


Db = Annotated[AsyncSession, Depends(session)]


def term(q: Annotated[str, Query(max_length=50)] = "") -> str:
    return q.strip()


@router.get("/search")
async def search(db: Db, q: str = Depends(term), size: Size = Size.small, day: date | None = None):
    await db.execute(text(f"SELECT * FROM items WHERE name ILIKE '%{q}%'"))  # expect: sql-injection
    await db.execute(text("SELECT * FROM items WHERE name ILIKE :q"), {"q": f"%{q}%"})  # ok: sql-injection
    await db.execute(text(f"SELECT * FROM items WHERE size = '{size.value}'"))  # ok: sql-injection
    return (await db.execute(text(f"SELECT * FROM items WHERE day = '{day}'"))).all()  # ok: sql-injection


@router.post("/orders")
async def order(o: Order, background: BackgroundTasks):
    subprocess.run(f"label --sku {o.sku} --host {o.host}", shell=True)  # ok: command-injection
    subprocess.run(f"label --n {o.amount}", shell=True)  # ok: command-injection
    background.add_task(subprocess.run, f"mail -s {o.note} shop@example.org", shell=True)  # expect: command-injection
    subprocess.run("label --note " + shlex.quote(o.note), shell=True)  # ok: command-injection
    return {"id": uuid.uuid4()}


@router.post("/orders/raw")
async def order_raw(request: Request):
    data = json.loads(await request.body())
    found = await mongo.orders.find_one({"sku": data["sku"]})  # expect: nosql-injection
    other = await mongo.orders.find_one({"sku": str(data["sku"])})  # ok: nosql-injection
    where = await mongo.orders.find({"$where": f"this.sku == '{data['sku']}'"}).to_list(5)  # expect: nosql-injection
    return [found, other, where]


@router.get("/users/{user}")
async def user(user: Annotated[str, Path(pattern="^[a-z]+$")], name: str):
    conn = await asyncpg.connect("postgresql://localhost/shop")
    await conn.fetch(f"SELECT * FROM {user}_orders")  # ok: sql-injection
    await conn.fetchrow("SELECT * FROM users WHERE name = $1", name)  # ok: sql-injection
    return await conn.fetchval("SELECT id FROM users WHERE name = '" + name + "'")  # expect: sql-injection


@router.post("/upload")
async def upload(file: Annotated[UploadFile, File()], folder: Annotated[str, Form()]):
    target = pathlib.Path("/data") / f"{uuid.uuid4()}{pathlib.PurePath(file.filename).suffix}"
    async with aiofiles.open(target, "wb") as out:  # ok: path-traversal
        await out.write(await file.read())
    async with aiofiles.open(f"/data/{folder}/{file.filename}", "wb") as out:  # expect: path-traversal
        await out.write(await file.read())


@router.get("/invoice/{name}", response_class=HTMLResponse)
async def invoice(name: str, kind: Literal["pdf", "html"], layout: str = "{{ name }}"):
    if kind == "pdf":
        return FileResponse(f"/data/invoice.{kind}")  # ok: path-traversal
    env = Environment(autoescape=select_autoescape())
    env.from_string("<p>{{ name }}</p>").render(name=name)  # ok: template-injection
    Template(layout).render(name=name)  # expect: template-injection
    return f"<p>{name}</p>"  # expect: xss


@router.get("/jump")
def jump(to: str, lang: Annotated[str, Header()] = "en"):
    if not re.match(r"^/[a-z]+$", to):
        raise HTTPException(400)
    if lang == "de":
        return RedirectResponse("/de" + to)  # ok: open-redirect
    return RedirectResponse(f"https://{lang}.example.org{to}")  # expect: open-redirect


@router.post("/prize")
def prize():
    token = "".join(random.choices(string.ascii_letters, k=20))  # expect: weak-random
    better = "".join(secrets.choice(string.ascii_letters) for _ in range(20))  # ok: weak-random
    colour = random.choice(["red", "green"])  # ok: weak-random
    return {"token": token, "better": better, "colour": colour}


@router.post("/ask")
async def ask(question: Annotated[str, Body(embed=True)]):
    answer = await ai.responses.create(model="gpt-5", input=question)
    eval(answer.output_text)  # expect: code-injection
    log.info("asked")
    return answer.output_text


@app.exception_handler(Exception)
async def failed(request: Request, exc: Exception):
    import traceback

    return HTMLResponse("<pre>" + traceback.format_exc() + "</pre>", 500)  # expect: information-exposure


app.include_router(router)
app.add_middleware(CORSMiddleware, allow_origins=["*"], allow_credentials=True)  # expect: cors-misconfiguration
