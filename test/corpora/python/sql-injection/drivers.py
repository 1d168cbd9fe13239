import os
import sys

import asyncpg
import MySQLdb
import psycopg2
import pymysql
from django.db import connection, models
from django.db.models.expressions import RawSQL
from fastapi import Depends, FastAPI, Query
from psycopg2 import sql
from pydantic import BaseModel
from sqlalchemy import create_engine, select, text
from sqlalchemy.orm import Session

app = FastAPI()
engine = create_engine(os.environ["DATABASE_URL"])


class Item(BaseModel):
    name: str
    count: int


class Entry(models.Model):
    title = models.CharField(max_length=50)


def get_session():
    with Session(engine) as session:
        yield session


@app.get("/alchemy")
def alchemy(q: str, page: int = 1, session: Session = Depends(get_session)):
    session.execute(text("SELECT * FROM item WHERE name = '" + q + "'"))  # expect: sql-injection
    session.execute(text("SELECT * FROM item WHERE name = :q"), {"q": q})  # ok: sql-injection
    session.execute(text(f"SELECT * FROM item LIMIT 10 OFFSET {page}"))  # ok: sql-injection
    session.query(Entry).filter(text(f"name = '{q}'")).all()  # expect: sql-injection
    session.query(Entry).filter(Entry.title == q).all()  # ok: sql-injection
    with engine.connect() as conn:
        conn.exec_driver_sql("DELETE FROM item WHERE name = '%s'" % q)  # expect: sql-injection


@app.post("/items")
async def create(item: Item, order: str = Query("name")):
    conn = await asyncpg.connect(os.environ["DSN"])
    await conn.execute("INSERT INTO item VALUES ($1, $2)", item.name, item.count)  # ok: sql-injection
    await conn.fetch(f"SELECT * FROM item ORDER BY {order}")  # expect: sql-injection
    await conn.fetchrow("SELECT * FROM item WHERE name = '" + item.name + "'")  # expect: sql-injection
    await conn.execute(f"UPDATE item SET n = {item.count}")  # ok: sql-injection


@app.get("/psycopg/{table}")
def composed(table: str, name: str):
    conn = psycopg2.connect(os.environ["DSN"])
    with conn.cursor() as cur:
        cur.execute(sql.SQL("SELECT * FROM {}").format(sql.Identifier(table)))  # ok: sql-injection
        cur.execute("SELECT * FROM %s" % table)  # expect: sql-injection
        cur.execute("SELECT * FROM t WHERE n = %(n)s", {"n": name})  # ok: sql-injection
        cur.executemany("INSERT INTO t VALUES ('" + name + "', %s)", [(1,), (2,)])  # expect: sql-injection


def django_view(request):
    title = request.GET["title"]
    Entry.objects.raw("SELECT * FROM entry WHERE title = '%s'" % title)  # expect: sql-injection
    Entry.objects.raw("SELECT * FROM entry WHERE title = %s", [title])  # ok: sql-injection
    Entry.objects.extra(where=["title = '" + title + "'"])  # expect: sql-injection
    Entry.objects.filter(title__contains=title)  # ok: sql-injection
    Entry.objects.annotate(x=RawSQL("select 1 where a = '" + title + "'", []))  # expect: sql-injection
    with connection.cursor() as cursor:
        cursor.execute("UPDATE entry SET title = %s", [title])  # ok: sql-injection
        cursor.execute("UPDATE entry SET title = '{0}'".format(title))  # expect: sql-injection


def main():
    db = MySQLdb.connect("localhost")
    cur = db.cursor()
    cur.execute("SELECT * FROM t WHERE n = '" + sys.argv[1] + "'")  # expect: sql-injection
    cur.execute("SELECT * FROM t WHERE n = %s", (sys.argv[1],))  # ok: sql-injection
    n = int(input("n: "))
    cur.execute("SELECT * FROM t WHERE n = " + str(n))  # ok: sql-injection
    name = input("name: ")
    pymysql.connect(host="h").cursor().execute("SELECT * FROM t WHERE n = '" + name + "'")  # expect: sql-injection


if __name__ == "__main__":
    main()
# threat-models: arguments
