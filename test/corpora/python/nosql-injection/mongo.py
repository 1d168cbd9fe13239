from bson import ObjectId
from flask import Flask, request
from pymongo import MongoClient

app = Flask(__name__)
db = MongoClient()["app"]


@app.route("/a", methods=["POST"])
def a():
    body = request.get_json()
    db.users.find_one({"name": body["name"], "password": body["password"]})  # expect: nosql-injection
    db.users.find_one({"name": str(body["name"])})  # ok: nosql-injection
    db.users.find({"$where": "this.name == '%s'" % request.args["name"]})  # expect: nosql-injection
    db.users.find_one({"_id": ObjectId(body["id"])})  # ok: nosql-injection
    db["users"].delete_many(body)  # expect: nosql-injection
    db.users.find_one({"name": request.form["name"]})  # ok: nosql-injection
    return "ok"
