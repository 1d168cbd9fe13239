import re
import sqlite3

from fastapi import FastAPI, HTTPException

app = FastAPI()
db = sqlite3.connect("shop.db")


async def is_word(text: str) -> bool:
    return re.fullmatch(r"[a-z]+", text) is not None


async def require_word(text: str) -> None:
    if not re.fullmatch(r"[a-z]+", text):
        raise HTTPException(400)


@app.get("/awaited")
async def awaited(name: str):
    if not await is_word(name):
        raise HTTPException(400)
    db.execute(f"SELECT * FROM {name}")  # ok: sql-injection


@app.get("/coroutine")
async def coroutine(name: str):
    # A coroutine is true, and it has not run.
    if not is_word(name):
        raise HTTPException(400)
    db.execute(f"SELECT * FROM {name}")  # expect: sql-injection


@app.get("/required")
async def required(name: str):
    await require_word(name)
    db.execute(f"SELECT * FROM {name}")  # ok: sql-injection


@app.get("/required-by-nobody")
async def required_by_nobody(name: str):
    require_word(name)
    db.execute(f"SELECT * FROM {name}")  # expect: sql-injection
