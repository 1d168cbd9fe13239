import asyncio
import json
import logging
from abc import ABC, abstractmethod
from contextlib import asynccontextmanager
from enum import StrEnum
from typing import Generic, Literal, Protocol, TypeVar

import aiomysql
import aiosqlite
import graphene
import peewee
import psycopg
import strawberry
from ariadne import QueryType
from fastapi import APIRouter, Depends, FastAPI, Query, Request
from playhouse.shortcuts import model_to_dict
from psycopg import sql
from psycopg.rows import dict_row
from pydantic import BaseModel, TypeAdapter
from sqlalchemy import MetaData, Table, bindparam, insert, select, text, update
from sqlalchemy.orm import Session

db = peewee.PostgresqlDatabase("shop")
T = TypeVar("T")
log = logging.getLogger(__name__)
router = APIRouter()
query = QueryType()


class Product(peewee.Model):
    name = peewee.CharField()

    class Meta:
        database = db


class Order(StrEnum):
    NAME = "name"
    PRICE = "price"


class Repository(ABC, Generic[T]):
    table = "product"

    def __init__(self, conn):
        self.conn = conn

    @abstractmethod
    def find(self, value: str) -> list[T]: ...

    def count(self):
        return self.conn.execute(f"SELECT count(*) FROM {self.table}").fetchone()  # ok: sql-injection


class UnsafeRepository(Repository[dict]):
    def find(self, value: str) -> list[dict]:
        return self.conn.execute("SELECT * FROM " + self.table + " WHERE name = '" + value + "'").fetchall()  # expect: sql-injection


class SafeRepository(Repository[dict]):
    table = "product_view"

    def find(self, value: str) -> list[dict]:
        return self.conn.execute("SELECT * FROM " + self.table + " WHERE name = %s", (value,)).fetchall()  # ok: sql-injection


class Finder(Protocol):
    def find(self, value: str) -> list[dict]: ...


class Service:
    def __init__(self, repository: Finder):
        self.repository = repository

    def search(self, term: str):
        return self.repository.find(term.strip())


def connect():
    with psycopg.connect("dbname=shop", row_factory=dict_row) as conn:
        yield conn


def unsafe_service(conn=Depends(connect)) -> Service:
    return Service(UnsafeRepository(conn))


def safe_service(conn=Depends(connect)) -> Service:
    return Service(SafeRepository(conn))


@router.get("/unsafe")
def unsafe(q: str, service: Service = Depends(unsafe_service)):
    return service.search(q)


@router.get("/safe")
def safe(q: str, service: Service = Depends(safe_service)):
    return service.search(q)


@router.get("/composed")
def composed(column: str, q: str, conn=Depends(connect)):
    good = sql.SQL("SELECT {} FROM product WHERE name = %s").format(sql.Identifier(column))
    conn.execute(good, (q,))  # ok: sql-injection
    bad = sql.SQL("SELECT * FROM product WHERE name = '%s'" % q)
    return conn.execute(bad).fetchall()  # expect: sql-injection


@router.get("/peewee")
def with_peewee(q: str, order: Order = Order.NAME):
    one = Product.select().where(Product.name == q)  # ok: sql-injection
    two = Product.raw("SELECT * FROM product WHERE name = %s", q)  # ok: sql-injection
    three = Product.raw(f"SELECT * FROM product WHERE name = '{q}'")  # expect: sql-injection
    four = Product.select().where(peewee.SQL("name = '%s'" % q))  # expect: sql-injection
    five = db.execute_sql(f"SELECT * FROM product ORDER BY {order.value}")  # ok: sql-injection
    return [model_to_dict(p) for rows in (one, two, three, four) for p in rows] + list(five)


@asynccontextmanager
async def cursor():
    pool = await aiomysql.create_pool(host="db")
    async with pool.acquire() as conn:
        async with conn.cursor() as cur:
            yield cur


@router.get("/mysql/{ident}")
async def mysql(ident: str, kind: Literal["a", "b"] = "a"):
    async with cursor() as cur:
        await cur.execute("SELECT * FROM t WHERE id = %s", (ident,))  # ok: sql-injection
        await cur.execute(f"SELECT * FROM t WHERE kind = '{kind}'")  # ok: sql-injection
        await cur.execute(f"SELECT * FROM t WHERE id = {ident}")  # expect: sql-injection
        return await cur.fetchall()


@router.get("/sqlite")
async def sqlite(names: list[str] = Query(default=[]), ids: list[int] = Query(default=[])):
    async with aiosqlite.connect("x.db") as conn:
        marks = ", ".join("?" for _ in names)
        await conn.execute(f"SELECT * FROM t WHERE name IN ({marks})", names)  # ok: sql-injection
        await conn.execute(f"SELECT * FROM t WHERE id IN ({','.join(map(str, ids))})")  # ok: sql-injection
        await conn.execute(f"SELECT * FROM t WHERE name IN ({','.join(names)})")  # expect: sql-injection


@router.post("/core")
async def core(request: Request, session: Session = Depends()):
    body = TypeAdapter(dict[str, str]).validate_python(await request.json())
    items = Table("items", MetaData(), autoload_with=session.bind)
    session.execute(insert(items).values(name=body["name"]))  # ok: sql-injection
    session.execute(update(items).where(items.c.name == bindparam("n")), {"n": body["name"]})  # ok: sql-injection
    session.execute(select(items).where(text("name = '" + body["name"] + "'")))  # expect: sql-injection
    session.execute(select(items).order_by(text("name")))  # ok: sql-injection
    session.connection().exec_driver_sql("DELETE FROM items WHERE name = '%s'" % body["name"])  # expect: sql-injection


@strawberry.type
class Query_:
    @strawberry.field
    def products(self, name: str) -> list[str]:
        return [r[0] for r in db.execute_sql("SELECT name FROM product WHERE name = '%s'" % name)]  # expect: sql-injection

    @strawberry.field
    def product(self, ident: int) -> str:
        return db.execute_sql("SELECT name FROM product WHERE id = %s" % ident).fetchone()[0]  # ok: sql-injection


class Root(graphene.ObjectType):
    find = graphene.String(name=graphene.String())

    def resolve_find(root, info, name):
        return str(db.execute_sql("SELECT 1 FROM product WHERE name = '" + name + "'"))  # expect: sql-injection


@query.field("lookup")
def resolve_lookup(_, info, name):
    return str(db.execute_sql("SELECT 1 FROM product WHERE name = '" + name + "'"))  # expect: sql-injection


class Event(BaseModel):
    name: str
    count: int


async def consume(reader: asyncio.StreamReader, writer: asyncio.StreamWriter):
    data = json.loads(await reader.readline())
    event = Event.model_validate(data)
    db.execute_sql(f"UPDATE product SET n = {event.count}")  # ok: sql-injection
    db.execute_sql(f"UPDATE product SET n = 1 WHERE name = '{event.name}'")  # expect: sql-injection
    log.info("event %d", event.count)  # ok: log-injection
    writer.close()


app = FastAPI()
app.include_router(router)
