from urllib.parse import quote, urlparse
import urllib.request

import requests
from flask import Flask, abort, request

app = Flask(__name__)
HOSTS = {"api.example.org", "cdn.example.org"}
API = "https://api.example.org"


@app.route("/fetch")
def fetch():
    url = request.args["url"]
    return {"status": requests.get(url).status_code}  # expect: ssrf


@app.route("/avatar")
def avatar():
    user = request.args["user"]
    reply = requests.get("https://avatars.example.org/u/" + quote(user))  # ok: ssrf
    return {"size": len(reply.content)}


@app.route("/path")
def path():
    reply = requests.get(f"{API}/items/{request.args['id']}", timeout=5)  # ok: ssrf
    return {"status": reply.status_code}


@app.route("/host")
def host():
    reply = requests.get("https://" + request.args["host"] + "/status")  # expect: ssrf
    return {"status": reply.status_code}


@app.route("/listed")
def listed():
    url = request.args["url"]
    if urlparse(url).hostname not in HOSTS:
        abort(400)
    return {"status": requests.get(url).status_code}  # ok: ssrf


@app.route("/hook", methods=["POST"])
def hook():
    body = request.get_json()
    session = requests.Session()
    session.post(body["callback"], json={"done": True})  # expect: ssrf
    with urllib.request.urlopen(body["source"]) as reply:  # expect: ssrf
        return {"length": len(reply.read())}


@app.route("/query")
def query():
    reply = requests.get(API + "/search", params={"q": request.args["q"]})  # ok: ssrf
    return {"status": reply.status_code}
