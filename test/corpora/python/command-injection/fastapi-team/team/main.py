import asyncio
import pathlib
import tempfile

import aiofiles
import asyncpg
import httpx
from fastapi import BackgroundTasks, Depends, FastAPI, File, Form, Path, Request, UploadFile, WebSocket
from fastapi.middleware.cors import CORSMiddleware
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse
from fastapi.templating import Jinja2Templates
from jinja2 import Environment
from jinja2.sandbox import SandboxedEnvironment
from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncSession, create_async_engine

from uuid import UUID

from .deps import Page, Pager, Person, Term, User, peek

app = FastAPI(debug=True)  # expect: debug-enabled
app.add_middleware(CORSMiddleware, allow_origins=["*"], allow_credentials=True)  # expect: cors-misconfiguration
engine = create_async_engine("postgresql+asyncpg://localhost/team")
templates = Jinja2Templates(directory="templates")
BASE = pathlib.Path("/srv/team").resolve()


async def session():
    async with AsyncSession(engine) as s:
        yield s


async def pool():
    return await asyncpg.create_pool("postgresql://localhost/team")


@app.get("/people")
async def people(q: Term, pager: Pager = Depends(), s: AsyncSession = Depends(session)):
    a = await s.execute(text(f"SELECT * FROM person WHERE name LIKE '%{q}%'"))  # expect: sql-injection
    b = await s.execute(text("SELECT * FROM person WHERE name = :q").bindparams(q=q))  # ok: sql-injection
    c = await s.execute(text(f"SELECT * FROM person OFFSET {pager.page}"))  # ok: sql-injection
    d = await s.execute(text("SELECT * FROM person ORDER BY " + pager.order))  # expect: sql-injection
    return [a.all(), b.all(), c.all(), d.all()]


@app.post("/page")
async def page(body: Page, p=Depends(pool)):
    async with p.acquire() as conn:
        rows = await conn.fetch(f"SELECT * FROM person ORDER BY {body.sort.value} LIMIT {body.limit}")  # ok: sql-injection
        more = await conn.fetch(f"SELECT * FROM person WHERE bio ~ '{body.term}'")  # expect: sql-injection
        good = await conn.fetchrow("SELECT * FROM person WHERE bio ~ $1", body.term)  # ok: sql-injection
    return [rows, more, good]


@app.post("/person")
async def person(p: Person, bg: BackgroundTasks):
    proc = await asyncio.create_subprocess_shell(f"adduser {p.name}")  # ok: command-injection
    await asyncio.create_subprocess_shell(f"mail -s hi {p.email}")  # expect: command-injection
    await asyncio.create_subprocess_exec("mail", "-s", "hi", p.email)  # ok: command-injection
    await asyncio.create_subprocess_shell("groupadd " + p.team)  # ok: command-injection
    await asyncio.create_subprocess_shell("nick " + p.nick)  # ok: command-injection
    bg.add_task(notify, p.email)
    return proc.pid


async def notify(url: str):
    async with httpx.AsyncClient() as client:
        await client.post(url, json={})  # expect: ssrf


@app.get("/file/{name:path}")
async def file(name: str):
    target = (BASE / name).resolve()
    if BASE not in target.parents:
        return PlainTextResponse("no", 404)
    return FileResponse(target)  # ok: path-traversal


@app.get("/file2/{name:path}")
async def file2(name: str):
    async with aiofiles.open(BASE / name) as f:  # expect: path-traversal
        return PlainTextResponse(await f.read())  # ok: xss


@app.get("/item/{item_id}")
async def item(item_id: UUID, kind: str = Path(pattern="^[ab]$")):
    async with aiofiles.open(f"/srv/items/{item_id}.json") as f:  # ok: path-traversal
        return await f.read()


@app.post("/avatar")
async def avatar(user: User, image: UploadFile = File(...)):
    suffix = pathlib.Path(image.filename).suffix
    with tempfile.NamedTemporaryFile(suffix=suffix, delete=False) as out:
        out.write(await image.read())
    async with aiofiles.open(BASE / "avatars" / image.filename, "wb") as f:  # expect: path-traversal
        await f.write(await image.read())
    async with aiofiles.open(BASE / "avatars" / pathlib.Path(image.filename).name, "wb") as f:  # ok: path-traversal
        await f.write(await image.read())
    return {"u": user["sub"]}


@app.get("/hello", response_class=HTMLResponse)
async def hello(name: str = "you"):
    return f"<h1>Hello {name}</h1>"  # expect: xss


@app.get("/hello2")
async def hello2(name: str = "you"):
    return f"<h1>Hello {name}</h1>"  # ok: xss


@app.get("/hello3")
async def hello3(request: Request, name: str = "you"):
    return templates.TemplateResponse(request, "hello.html", {"name": name})  # ok: xss


@app.post("/render")
async def render(tpl: str = Form(), data: str = Form()):
    bad = Environment().from_string(tpl).render(data=data)  # expect: template-injection
    ok = SandboxedEnvironment().from_string(tpl).render(data=data)  # ok: template-injection
    return JSONResponse({"a": bad, "b": ok})


@app.get("/go")
async def go(token: str, to: str = "/"):
    claims = peek(token)
    if to.startswith("/") and not to.startswith("//"):
        return RedirectResponse(to)
    return RedirectResponse("https://team.example.org/u/" + claims["sub"])  # ok: open-redirect


@app.websocket("/ws")
async def ws(sock: WebSocket):
    await sock.accept()
    while True:
        msg = await sock.receive_json()
        result = eval(msg["expr"], {"__builtins__": {}})  # expect: code-injection
        await sock.send_json({"r": result})


@app.get("/select")
async def pick(name: str, s: AsyncSession = Depends(session)):
    stmt = select(text("*")).where(text("name = '%s'" % name))  # expect: sql-injection
    return (await s.execute(stmt)).all()
