# A property that has the name of a method is no call of it.
from flask import Flask, request

from shop.models import Account, orders

app = Flask(__name__)


@app.post("/accounts")
def change():
    account = Account()
    account.extra = request.form["extra"]  # ok: sql-injection
    account.options.extra = request.json["extra"]  # ok: sql-injection
    data = {"name": "x"}
    data["extra"] = request.json["extra"]  # ok: sql-injection
    account.query = "SELECT * FROM t WHERE x = '" + request.form["x"] + "'"  # ok: sql-injection
    account.save(data)
    return "ok"


@app.get("/orders")
def listed():
    rows = orders.extra(where=["name = '" + request.args["name"] + "'"])  # expect: sql-injection
    return str(len(rows))
