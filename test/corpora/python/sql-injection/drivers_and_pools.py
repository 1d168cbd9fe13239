"""Reports from many kinds of databases: each driver has its pools, clients and engines."""

import aiomysql
import clickhouse_connect
import peewee
import sqlalchemy
from aiopg.sa import create_engine
from cassandra.cluster import Cluster
from cassandra.query import SimpleStatement
from clickhouse_driver import Client
from fastapi import FastAPI
from mysql.connector.pooling import MySQLConnectionPool
from playhouse.pool import PooledMySQLDatabase

app = FastAPI()
events = Client("events.internal")
metrics = clickhouse_connect.get_client(host="metrics.internal")
ring = Cluster(["ring.internal"]).connect()
orders = PooledMySQLDatabase("orders")
store = peewee.PostgresqlDatabase("store")
pool = MySQLConnectionPool(pool_name="main", pool_size=4)
engine = sqlalchemy.create_engine("postgresql://db/main").execution_options(echo=False)


@app.get("/events")
def list_events(kind: str):
    events.execute("SELECT * FROM events WHERE kind = '%s'" % kind)  # expect: sql-injection
    events.execute("SELECT * FROM events WHERE kind = %(kind)s", {"kind": kind})  # ok: sql-injection
    metrics.query(f"SELECT count() FROM metrics WHERE kind = '{kind}'")  # expect: sql-injection
    metrics.query("SELECT count() FROM metrics WHERE kind = {kind:String}", parameters={"kind": kind})  # ok: sql-injection
    ring.execute("SELECT * FROM log WHERE kind = '" + kind + "'")  # expect: sql-injection
    ring.execute("SELECT * FROM log WHERE kind = %s", (kind,))  # ok: sql-injection
    ring.execute(SimpleStatement("SELECT * FROM log WHERE kind = '" + kind + "'"))  # expect: sql-injection
    return []


@app.get("/orders")
async def list_orders(state: str):
    statement = "SELECT * FROM orders WHERE state = '" + state + "'"
    orders.execute_sql(statement)  # expect: sql-injection
    store.cursor().execute(statement)  # expect: sql-injection
    pool.get_connection().cursor().execute(statement)  # expect: sql-injection
    pool.get_connection().cursor().execute("SELECT * FROM orders WHERE state = %s", (state,))  # ok: sql-injection
    async with aiomysql.create_pool(db="orders") as connections:
        async with connections.acquire() as connection:
            async with connection.cursor() as cursor:
                await cursor.execute(statement)  # expect: sql-injection
    async with create_engine(database="orders") as mapped:
        async with mapped.acquire() as connection:
            await connection.execute(statement)  # expect: sql-injection
    with engine.connect() as connection:
        connection.execution_options(stream_results=True).exec_driver_sql(statement)  # expect: sql-injection
    engine.raw_connection().cursor().execute(statement)  # expect: sql-injection
    return []
