import asyncio
import contextlib
import logging.config
import os
import re
import sqlite3
import subprocess
from collections.abc import Mapping
from itertools import islice
from types import SimpleNamespace
from urllib.parse import quote_plus, urljoin, urlsplit

from flask import Flask, Response, abort, current_app, flash, g, jsonify, redirect, request, stream_with_context
from pymongo import MongoClient
from sqlalchemy import MetaData, Table, create_engine, insert, text, update
from werkzeug.security import check_password_hash, generate_password_hash, safe_join
from werkzeug.utils import secure_filename

app = Flask(__name__)
engine = create_engine("sqlite://")
rooms = MongoClient("mongodb://localhost").chat.rooms
NAME = re.compile(r"^\w{1,20}$", re.ASCII)
ROOT = "/srv/chat"


class Params(Mapping):
    def __init__(self, source):
        self._source = source

    def __getitem__(self, key):
        return self._source[key]

    def __iter__(self):
        return iter(self._source)

    def __len__(self):
        return len(self._source)


def param(name, convert=str, default=None):
    value = request.values.get(name, default)
    return None if value is None else convert(value)


def name_param(name):
    value = request.values.get(name, "")
    if not NAME.match(value):
        abort(400)
    return value


@app.before_request
def room():
    g.room = request.args.get("room", "lobby")
    g.limit = request.args.get("limit", 10, type=int)


@app.get("/messages")
def messages():
    with engine.connect() as c:
        a = c.execute(text("SELECT * FROM m WHERE room = '%s'" % g.room))  # expect: sql-injection
        b = c.execute(text("SELECT * FROM m LIMIT %s" % g.limit))  # ok: sql-injection
        d = c.execute(text("SELECT * FROM m WHERE id = %s" % param("id", int)))  # ok: sql-injection
        e = c.execute(text("SELECT * FROM m WHERE who = '%s'" % param("who")))  # expect: sql-injection
        f = c.execute(text("SELECT * FROM m WHERE who = '" + name_param("who") + "'"))  # ok: sql-injection
        h = c.execute(update(Table("m", MetaData())).values(body=param("body")))  # ok: sql-injection
    return jsonify([str(x) for x in (a, b, d, e, f, h)])


@app.get("/wrapped")
def wrapped():
    p = Params(request.args)
    subprocess.getoutput("finger " + p["user"])  # expect: command-injection
    ns = SimpleNamespace(user=request.args["u"])
    subprocess.getoutput(f"finger {ns.user}")  # expect: command-injection
    user = request.args["w"]
    if not user.isascii():
        abort(400)
    subprocess.getoutput("finger " + user)  # expect: command-injection
    return ""


@app.get("/file")
def file():
    path = safe_join(ROOT, request.args["f"])
    if path is None:
        abort(404)
    with open(path) as f:  # ok: path-traversal
        head = "".join(islice(f, 10))
    other = os.path.normpath(os.path.join(ROOT, request.args["f"]))
    with contextlib.suppress(OSError), open(other) as f:  # expect: path-traversal
        head += f.read()
    return Response(head, content_type="text/plain; charset=utf-8")  # ok: xss


@app.get("/stream")
def stream():
    name = request.args.get("name", "x")

    @stream_with_context
    def generate():
        yield "<p>Hello "
        yield name
        yield "</p>"

    return Response(generate())  # expect: xss


@app.post("/rooms")
def make_room():
    data = request.get_json()
    rooms.find_one({"owner": data["owner"]})  # expect: nosql-injection
    rooms.find_one({"owner": {"$eq": data["owner"]}})  # ok: nosql-injection
    if isinstance(data["name"], str):
        rooms.find_one({"name": data["name"]})  # ok: nosql-injection
    rooms.delete_many({"$where": f"this.size < {data['size']}"})  # expect: nosql-injection
    rooms.find({"size": {"$lt": int(data["size"])}})  # ok: nosql-injection
    flash("made " + data["name"])
    return redirect("/rooms/" + quote_plus(data["name"]))  # ok: open-redirect


@app.get("/out")
def out():
    target = urljoin(request.host_url, request.args.get("next", ""))
    if urlsplit(target).netloc != urlsplit(request.host_url).netloc:
        abort(400)
    return redirect(target)  # ok: open-redirect


@app.post("/password")
def password():
    stored = generate_password_hash(request.form["p"], method="scrypt")  # ok: weak-hash
    if check_password_hash(stored, request.form["p"]):
        app.logger.info("password %s", request.form["p"].encode("unicode_escape"))  # ok: log-injection
    return ""


async def run(cmd):
    proc = await asyncio.create_subprocess_shell(cmd)  # expect: command-injection
    return await proc.wait()


@app.get("/async")
async def go():
    return str(await run("id " + request.args["u"]))


if __name__ == "__main__":
    logging.config.fileConfig("logging.ini")
    app.run(debug=os.environ.get("FLASK_DEBUG") == "1")  # ok: debug-enabled
