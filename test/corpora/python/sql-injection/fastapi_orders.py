from enum import Enum
from typing import Annotated, Literal, Optional
from uuid import UUID

import asyncpg
from fastapi import Cookie, Depends, FastAPI, Form, Header, HTTPException, Path, Query, Request
from pydantic import BaseModel, Field, conint, constr, field_validator
from sqlalchemy import create_engine, select, text
from sqlalchemy.ext.asyncio import AsyncSession, create_async_engine
from sqlalchemy.orm import Session, sessionmaker

app = FastAPI()
engine = create_engine("postgresql://localhost/shop")
SessionLocal = sessionmaker(bind=engine)
ALLOWED = {"created", "total"}
COLUMNS = {"date": "created", "sum": "total"}


class Sort(str, Enum):
    created = "created"
    total = "total"


class Filter(BaseModel):
    name: str
    status: Literal["open", "closed"]
    limit: int = 10
    sort: Sort = Sort.created
    code: str = Field(pattern=r"^[A-Z]{3}$")
    ident: UUID


def get_db():
    db = SessionLocal()
    try:
        yield db
    finally:
        db.close()


def search_term(q: str = Query("")) -> str:
    return q.strip()


class Paging:
    def __init__(self, offset: int = 0, order: str = "id"):
        self.offset = offset
        self.order = order


def checked_sort(sort: str = "created"):
    if sort not in ALLOWED:
        raise HTTPException(400)
    return sort


async def current_user(x_token: str = Header()):
    return {"name": x_token}


@app.get("/by-name")
def by_name(name: str, db: Session = Depends(get_db)):
    return db.execute(text(f"SELECT * FROM orders WHERE name = '{name}'")).all()  # expect: sql-injection


@app.get("/by-name-safe")
def by_name_safe(name: str, db: Session = Depends(get_db)):
    return db.execute(text("SELECT * FROM orders WHERE name = :name"), {"name": name}).all()  # ok: sql-injection


@app.get("/term")
def by_term(term: str = Depends(search_term), db: Session = Depends(get_db)):
    return db.execute(text("SELECT * FROM orders WHERE note LIKE '%" + term + "%'")).all()  # expect: sql-injection


@app.get("/term-annotated")
def by_term_annotated(term: Annotated[str, Depends(search_term)], db: Annotated[Session, Depends(get_db)]):
    return db.execute(text("SELECT * FROM orders WHERE note LIKE '%" + term + "%'")).all()  # expect: sql-injection


@app.get("/paged")
def paged(paging: Paging = Depends(), db: Session = Depends(get_db)):
    db.execute(text(f"SELECT * FROM orders OFFSET {paging.offset}"))  # ok: sql-injection
    return db.execute(text(f"SELECT * FROM orders ORDER BY {paging.order}")).all()  # expect: sql-injection


@app.get("/sorted")
def sorted_orders(sort: str = Depends(checked_sort), db: Session = Depends(get_db)):
    return db.execute(text(f"SELECT * FROM orders ORDER BY {sort}")).all()  # ok: sql-injection


@app.get("/mine")
async def mine(user=Depends(current_user), db: AsyncSession = Depends(get_db)):
    return await db.execute(text(f"SELECT * FROM orders WHERE owner = '{user['name']}'"))  # expect: sql-injection


@app.get("/enum")
def by_enum(sort: Sort, db: Session = Depends(get_db)):
    return db.execute(text(f"SELECT * FROM orders ORDER BY {sort.value}")).all()  # ok: sql-injection


@app.post("/filter")
def by_filter(f: Filter, db: Session = Depends(get_db)):
    db.execute(text(f"SELECT * FROM orders WHERE status = '{f.status}'"))  # ok: sql-injection
    db.execute(text(f"SELECT * FROM orders LIMIT {f.limit}"))  # ok: sql-injection
    db.execute(text(f"SELECT * FROM orders ORDER BY {f.sort.value}"))  # ok: sql-injection
    db.execute(text(f"SELECT * FROM orders WHERE code = '{f.code}'"))  # ok: sql-injection
    db.execute(text(f"SELECT * FROM orders WHERE id = '{f.ident}'"))  # ok: sql-injection
    return db.execute(text(f"SELECT * FROM orders WHERE name = '{f.name}'")).all()  # expect: sql-injection


@app.get("/item/{item_id}")
async def item(item_id: Annotated[str, Path(pattern="^[a-z0-9]+$")], raw: Annotated[str, Query(max_length=20)] = ""):
    conn = await asyncpg.connect("postgresql://localhost/shop")
    await conn.fetch(f"SELECT * FROM items WHERE id = '{item_id}'")  # ok: sql-injection
    await conn.fetchrow("SELECT * FROM items WHERE raw = '%s'" % raw)  # expect: sql-injection
    await conn.fetchrow("SELECT * FROM items WHERE raw = $1", raw)  # ok: sql-injection


@app.get("/mapped")
def mapped(sort: str, db: Session = Depends(get_db)):
    column = COLUMNS.get(sort, "id")
    return db.execute(text(f"SELECT * FROM orders ORDER BY {column}")).all()  # ok: sql-injection


@app.post("/form")
def form(owner: str = Form(...), session: Optional[str] = Cookie(None), db: Session = Depends(get_db)):
    db.execute(text("DELETE FROM sessions WHERE id = '{}'".format(session)))  # expect: sql-injection
    return db.connection().exec_driver_sql("SELECT * FROM orders WHERE owner = '" + owner + "'").all()  # expect: sql-injection


@app.post("/raw")
async def raw(request: Request, db: Session = Depends(get_db)):
    data = await request.json()
    names = ", ".join(data["columns"])
    placeholders = ", ".join(f":{i}" for i, _ in enumerate(data["values"]))
    db.execute(text(f"INSERT INTO orders VALUES ({placeholders})"))  # ok: sql-injection
    return db.execute(text(f"SELECT {names} FROM orders")).all()  # expect: sql-injection
