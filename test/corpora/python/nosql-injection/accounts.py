import json

from flask import Flask, request
from pymongo import MongoClient

app = Flask(__name__)
client = MongoClient("mongodb://localhost")
db = client.shop


@app.route("/login", methods=["POST"])
def login():
    body = request.get_json()
    user = db.users.find_one({"name": body["name"], "password": body["password"]})  # expect: nosql-injection
    return {"ok": user is not None}


@app.route("/login/str", methods=["POST"])
def login_str():
    body = request.get_json()
    user = db.users.find_one({"name": str(body["name"]), "hash": str(body["hash"])})  # ok: nosql-injection
    return {"ok": user is not None}


@app.route("/search")
def search():
    criteria = json.loads(request.data)
    rows = client["shop"]["orders"].find(criteria)  # expect: nosql-injection
    count = db.orders.count_documents({"year": int(request.args["year"])})  # ok: nosql-injection
    return {"n": len(list(rows)) + count}


@app.route("/by-name")
def by_name():
    row = db.users.find_one({"name": request.args.get("name")})  # ok: nosql-injection
    return {"ok": row is not None}


@app.route("/scripted")
def scripted():
    age = request.args["age"]
    rows = db.users.find({"$where": "this.age > " + age})  # expect: nosql-injection
    more = db.users.find({"$where": "this.age > %d" % int(age)})  # ok: nosql-injection
    return {"n": len(list(rows)) + len(list(more))}
