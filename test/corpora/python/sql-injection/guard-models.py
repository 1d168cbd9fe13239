import sqlite3
from enum import Enum
from typing import Literal

from fastapi import FastAPI
from pydantic import BaseModel

app = FastAPI()
db = sqlite3.connect("orders.db")


class Kind(str, Enum):
    new = "new"
    old = "old"


class Order(BaseModel):
    number: int
    kind: Kind
    order: Literal["asc", "desc"]
    note: str


class Draft:
    number: int
    note: str

    def __init__(self, number, note):
        self.number = number
        self.note = note


@app.post("/made")
def made(fields: dict):
    order = Order(**fields)
    db.execute(f"SELECT * FROM orders WHERE number = {order.number}")  # ok: sql-injection
    db.execute(f"SELECT * FROM orders WHERE note = '{order.note}'")  # expect: sql-injection
    draft = Draft(fields["number"], fields["note"])
    db.execute(f"SELECT * FROM orders WHERE note = '{draft.note}'")  # expect: sql-injection


@app.post("/validated")
def validated(fields: dict):
    order = Order.model_validate(fields)
    db.execute(f"SELECT * FROM orders WHERE kind = '{order.kind.value}'")  # ok: sql-injection
    db.execute(f"SELECT * FROM orders WHERE note = '{order.note}'")  # expect: sql-injection


@app.post("/dumped")
def dumped(order: Order):
    fields = order.model_dump(exclude_none=True)
    db.execute(f"SELECT * FROM orders ORDER BY number {fields['order']}")  # ok: sql-injection
    db.execute(f"SELECT * FROM orders WHERE note = '{fields['note']}'")  # expect: sql-injection
