# What is looked up under a client's key is what was stored there, and not the key.
import json
import os
import importlib
import requests
from enum import Enum
from flask import Flask, abort, request, send_file, make_response

app = Flask(__name__)
TABLE = {"a": {"file": "a.txt", "url": "http://a"}, "b": {"file": "b.txt", "url": "http://b"}}
sessions = {}


class Session:
    def __init__(self, key, path):
        self.key = key
        self.path = path


def load():
    with open("/etc/config.json") as f:
        return json.load(f)


@app.post("/open")
def opened():
    key = request.cookies["session"]
    sessions[key] = Session(key, load()["path"])
    return "ok"


@app.get("/a")
def a():
    s = sessions.get(request.cookies["session"])
    return send_file(s.path)  # ok: path-traversal


@app.get("/a2")
def a2():
    return send_file(sessions[request.cookies["session"]].path)  # ok: path-traversal


@app.get("/a3")
def a3():
    return send_file(sessions[request.cookies["session"]].key)  # expect: path-traversal


@app.get("/b")
def b():
    return send_file(TABLE[request.args["k"]]["file"])  # ok: path-traversal


@app.get("/c")
def c():
    return requests.get(TABLE.get(request.args["k"])["url"]).text  # ok: ssrf


@app.get("/d")
def d():
    services = load()
    found = next((s for s in services if s["name"] == request.args["name"]), None)
    return requests.get(found["url"]).text  # ok: ssrf


@app.get("/d2")
def d2():
    services = load()
    found = [s for s in services if s["name"] == request.args["name"]]
    return requests.get(found[0]["url"]).text  # ok: ssrf


@app.get("/d3")
def d3():
    services = load()
    return requests.get(services[request.args["name"]]["url"]).text  # ok: ssrf


@app.get("/d4")
def d4():
    services = load()
    return requests.get(services.get(request.args["name"]).get("url")).text  # ok: ssrf


class Registry:
    def __init__(self):
        self.items = {}

    def add(self, name, folder):
        self.items[name] = {"name": name, "path": folder}

    def get(self, name):
        return self.items.get(name)

    def first(self, name):
        for item in self.items.values():
            if item["name"] == name:
                return item
        return None


registry = Registry()
for name in os.listdir("/srv/handlers"):
    registry.add(name, "/srv/handlers/" + name)


@app.get("/e")
def e():
    item = registry.get(request.args["name"])
    if item is None:
        abort(404)
    return send_file(item["path"])  # ok: path-traversal


@app.get("/e2")
def e2():
    item = registry.first(request.args["name"])
    return send_file(item["path"])  # ok: path-traversal


HANDLERS = {"one": lambda data: "one.txt", "two": lambda data: "two.txt"}


@app.get("/f")
def f():
    return send_file(HANDLERS[request.args["kind"]](request.args["name"]))  # ok: path-traversal
