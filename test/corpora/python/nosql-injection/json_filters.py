"""Filters whose values were sent as text and read as JSON: what is read may be an operator again."""

import json

import mongoengine
from flask import Flask, jsonify, request
from flask_mongoengine import MongoEngine
from mongosanitizer.sanitizer import sanitize
from pymongo import MongoClient

app = Flask(__name__)
engine = MongoEngine(app)
store = MongoClient("mongodb://db/").get_database("library")


class Loan(engine.Document):
    reader = engine.StringField()


@app.route("/books")
def books():
    wanted = json.loads(request.args["wanted"])
    store.books.find_one({"isbn": wanted})  # expect: nosql-injection
    store.books.find_one({"isbn": str(wanted)})  # ok: nosql-injection
    store.books.find_one(filter={"isbn": wanted})  # expect: nosql-injection
    store.books.find_one({"isbn": request.args["isbn"]})  # ok: nosql-injection
    store.books.find_one({"isbn": json.dumps(wanted)})  # ok: nosql-injection
    store.books.find_one({"isbn": json.loads(json.dumps(wanted))})  # expect: nosql-injection
    store.books.find_one({"isbn": sanitize(wanted)})  # ok: nosql-injection
    return "ok"


def parsed(text):
    return json.loads(text)


@app.route("/shelves")
def shelves():
    shelf = parsed(request.args["shelf"])
    store.shelves.delete_many({"name": shelf})  # expect: nosql-injection
    mongoengine.get_db().shelves.delete_many({"name": shelf})  # expect: nosql-injection
    engine.get_db()["shelves"].find({"name": shelf})  # expect: nosql-injection
    return "ok"


@app.route("/ranked")
def ranked():
    title = request.args["title"]
    ranking = {"body": "function(t) { return t == '" + title + "' }", "args": ["$title"], "lang": "js"}
    store.books.find({"$expr": {"$function": ranking}})  # expect: nosql-injection
    asking = {"body": "function(t, w) { return t == w }", "args": ["$title", title], "lang": "js"}
    store.books.find({"$expr": {"$function": asking}})  # ok: nosql-injection
    store.books.aggregate(pipeline=[{"$match": {"title": title}}])  # ok: nosql-injection
    store.books.aggregate(pipeline=[{"$match": {"title": json.loads(title)}}])  # expect: nosql-injection
    emit = "function() { if (this.title == '" + title + "') emit(this.shelf, 1) }"
    store.books.map_reduce(emit, "function(k, v) { return v.length }", "counts")  # expect: nosql-injection
    store.books.map_reduce("function() { emit(1, 1) }", "function(k, v) { return 1 }", title)  # ok: nosql-injection
    return "ok"


@app.route("/loans")
def loans():
    asked = json.loads(request.args["asked"])
    Loan.objects(__raw__=asked).first()  # expect: nosql-injection
    return jsonify([loan.to_json() for loan in Loan.objects(reader=request.args["reader"])])  # ok: nosql-injection, xss


@app.route("/loan")
def loan():
    return Loan.objects(reader=request.args["reader"]).first()  # ok: xss, nosql-injection
