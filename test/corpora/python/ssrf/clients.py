import urllib.request
from urllib.parse import quote, urlparse

import aiohttp
import httpx
import requests
from django.views import View
from flask import Flask, abort, request

app = Flask(__name__)
HOSTS = {"api.example.com", "img.example.com"}
session = requests.Session()


@app.route("/a")
async def a():
    url = request.args["url"]
    requests.get(url)  # expect: ssrf
    requests.request("POST", url)  # expect: ssrf
    session.post(url, json={})  # expect: ssrf
    urllib.request.urlopen(url)  # expect: ssrf
    urllib.request.urlopen(urllib.request.Request(url))  # expect: ssrf
    httpx.get(f"http://{request.args['host']}/x")  # expect: ssrf
    requests.get("https://api.example.com/u/" + quote(request.args["u"]))  # ok: ssrf
    requests.get("https://api.example.com/u", params={"u": request.args["u"]})  # ok: ssrf
    async with aiohttp.ClientSession() as s:
        async with s.get(url) as r:  # expect: ssrf
            await r.text()
    async with httpx.AsyncClient() as client:
        await client.post(url)  # expect: ssrf
    return "ok"


@app.route("/b")
def b():
    url = request.args["url"]
    if urlparse(url).hostname not in HOSTS:
        abort(400)
    requests.get(url)  # ok: ssrf
    other = request.args["other"]
    if not other.startswith("https://api.example.com/"):
        abort(400)
    requests.get(other)  # ok: ssrf
    return "ok"


class Proxy(View):
    def get(self, request, *args, **kwargs):
        requests.head(request.GET.get("u"))  # expect: ssrf
        requests.get("https://example.com/%s" % kwargs["slug"])  # ok: ssrf
