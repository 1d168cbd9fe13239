import asyncio
import pickle
from pathlib import Path
from typing import Annotated
from uuid import UUID

import aiofiles
import httpx
from fastapi import BackgroundTasks, Body, Cookie, Depends, FastAPI, File, Form, HTTPException, Path as PathParam, Query, Request, UploadFile
from fastapi.middleware.cors import CORSMiddleware
from fastapi.responses import FileResponse, HTMLResponse, PlainTextResponse, RedirectResponse
from sqlalchemy import select, text

from .config import get_settings
from .deps import DB, Paging, User, peek
from .models import Direction, Hook, HookIn, Job

app = FastAPI(title="relay")
app.add_middleware(CORSMiddleware, allow_origins=["*"], allow_credentials=True)  # expect: cors-misconfiguration
STORE = Path(get_settings().storage)


@app.get("/hooks")
async def hooks(db: DB, paging: Annotated[Paging, Depends()], direction: Direction = Direction.up):
    safe = await db.execute(text(f"SELECT * FROM hook ORDER BY id {direction.value} LIMIT {paging.size}"))  # ok: sql-injection
    rows = await db.execute(text(f"SELECT * FROM hook ORDER BY {paging.order}"))  # expect: sql-injection
    return [*safe.mappings(), *rows.mappings()]


@app.get("/hooks/{hook_id}")
async def hook(hook_id: int, db: DB):
    row = (await db.execute(text("SELECT * FROM hook WHERE id = " + str(hook_id)))).first()  # ok: sql-injection
    if row is None:
        raise HTTPException(404)
    async with httpx.AsyncClient() as client:
        answer = await client.get(f"{get_settings().upstream}/hooks/{hook_id}")  # ok: ssrf
    return answer.json()


@app.get("/named/{name}")
async def named(name: Annotated[str, PathParam(pattern="^[a-z]+$")], db: DB):
    return (await db.scalars(text(f"SELECT id FROM hook WHERE name = '{name}'"))).all()  # ok: sql-injection


@app.get("/lookup/{name}")
async def lookup(name: str, db: DB, tag: Annotated[str | None, Query(max_length=50)] = None):
    stmt = select(Hook).where(Hook.name == name)  # ok: sql-injection
    if tag:
        stmt = stmt.where(text(f"tag = '{tag}'"))  # expect: sql-injection
        stmt = stmt.where(text("tag = :tag").bindparams(tag=tag))  # ok: sql-injection
    return (await db.scalars(stmt)).all()


@app.post("/hooks")
async def create(hook: HookIn, db: DB, user: User):
    await db.execute(text(f"INSERT INTO hook(name, mode) VALUES ('{hook.name}', '{hook.mode}')"))  # ok: sql-injection
    await db.execute(text(f"INSERT INTO note VALUES ({hook.retries}, '{hook.note}')"))  # expect: sql-injection
    async with httpx.AsyncClient(timeout=5) as client:
        await client.post(str(hook.target), json=hook.model_dump())  # expect: ssrf
    return {"by": user["sub"]}


@app.post("/jobs")
async def run_job(job: Job, tasks: BackgroundTasks):
    async with httpx.AsyncClient() as client:
        await client.get(f"https://{job.host}/start")  # ok: ssrf
    tasks.add_task(execute, job.script)
    return {"queued": True}


async def execute(script: str):
    process = await asyncio.create_subprocess_shell(script)  # expect: command-injection
    await process.wait()


@app.post("/run")
async def run(name: Annotated[str, Body(embed=True)]):
    process = await asyncio.create_subprocess_exec("/usr/bin/relay-run", "--", name)  # ok: command-injection
    return {"code": await process.wait()}


@app.post("/state")
async def restore(file: Annotated[bytes, File()]):
    return len(pickle.loads(file))  # expect: unsafe-deserialization


@app.post("/upload")
async def upload(file: UploadFile, folder: Annotated[str, Form()] = "in"):
    target = STORE / Path(file.filename).name
    async with aiofiles.open(target, "wb") as out:  # ok: path-traversal
        await out.write(await file.read())
    async with aiofiles.open(STORE / folder / "log", "a") as out:  # expect: path-traversal
        await out.write("x")
    return {}


@app.get("/files/{file_path:path}")
async def files(file_path: str):
    wanted = (STORE / file_path).resolve()
    if not wanted.is_relative_to(STORE):
        raise HTTPException(403)
    return FileResponse(wanted)  # ok: path-traversal


@app.get("/blob/{blob}")
async def blob(blob: UUID):
    return FileResponse(STORE / f"{blob}.bin")  # ok: path-traversal


@app.get("/blob2")
async def blob2(name: str):
    return FileResponse(f"{STORE}/{name}")  # expect: path-traversal


@app.get("/page", response_class=HTMLResponse)
async def page(request: Request, theme: Annotated[str | None, Cookie()] = None):
    return f"<body class='{theme}'>{request.url.path}</body>"  # expect: xss


@app.get("/text", response_class=PlainTextResponse)
async def plain(who: str):
    return f"hello {who}"  # ok: xss


@app.get("/leave")
async def leave(to: str):
    return RedirectResponse(to)  # expect: open-redirect


@app.get("/leave-well")
async def leave_well(section: str):
    return RedirectResponse(f"/docs/{section}")  # ok: open-redirect


@app.get("/who")
async def who(claims: Annotated[dict, Depends(peek)], db: DB):
    await db.execute(text("SELECT * FROM users WHERE name = '" + claims["sub"] + "'"))  # expect: sql-injection
    return claims


@app.websocket("/ws")
async def ws(websocket, db: DB):
    await websocket.accept()
    async for message in websocket.iter_text():
        await db.execute(text("INSERT INTO message VALUES ('%s')" % message))  # expect: sql-injection
