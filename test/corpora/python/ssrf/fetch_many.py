import http.client
import socket
import urllib.request
from urllib.parse import urljoin, urlparse, quote

import aiohttp
import httpx
import requests
from flask import Flask, redirect, request, url_for
from django.http import HttpResponseRedirect
from django.shortcuts import redirect as dj_redirect
from django.utils.http import url_has_allowed_host_and_scheme
from fastapi import FastAPI
from fastapi.responses import RedirectResponse

app = Flask(__name__)
api = FastAPI()
HOSTS = {"api.example.com"}
session = requests.Session()


@app.route("/a")
def a():
    url = request.args["url"]
    requests.get(url)  # expect: ssrf
    session.post(url, json={})  # expect: ssrf
    requests.get("https://api.example.com/items/" + request.args["id"])  # ok: ssrf
    requests.get("https://api.example.com/items", params={"q": request.args["q"]})  # ok: ssrf
    requests.get(f"https://{request.args['host']}/items")  # expect: ssrf
    requests.request("GET", url=url)  # expect: ssrf
    urllib.request.urlopen(url)  # expect: ssrf
    urllib.request.urlopen(urllib.request.Request(url))  # expect: ssrf
    httpx.get(url)  # expect: ssrf
    with httpx.Client(base_url="https://api.example.com") as client:
        client.get("/items/" + quote(request.args["id"]))  # ok: ssrf
    http.client.HTTPSConnection(request.args["host"]).request("GET", "/")  # expect: ssrf
    socket.create_connection((request.args["host"], 80))  # expect: ssrf
    requests.get(urljoin("https://api.example.com/", url))  # expect: ssrf
    parsed = urlparse(url)
    if parsed.hostname in HOSTS:
        requests.get(url)  # ok: ssrf
    if parsed.scheme in ("http", "https"):
        requests.get(url)  # expect: ssrf
    if parsed.netloc.endswith("example.com"):
        requests.get(url)  # expect: ssrf
    if url.startswith("https://api.example.com/"):
        requests.get(url)  # ok: ssrf
    return ""


@api.get("/b")
async def b(url: str, path: str):
    async with aiohttp.ClientSession() as s:
        async with s.get(url) as r:  # expect: ssrf
            await r.text()
    async with httpx.AsyncClient() as c:
        await c.get(url)  # expect: ssrf
        await c.get(f"https://api.example.com/{path}")  # ok: ssrf
    return RedirectResponse(url)  # expect: open-redirect


@app.route("/r")
def r():
    target = request.args.get("next")
    if request.args.get("x"):
        return redirect(target)  # expect: open-redirect
    if urlparse(target).netloc == "":
        return redirect(target)  # expect: open-redirect
    if target in ("/home", "/shop"):
        return redirect(target)  # ok: open-redirect
    if request.args.get("y"):
        return redirect(url_for("a", next=target))  # ok: open-redirect
    if request.args.get("z"):
        return redirect("/page/" + target)  # ok: open-redirect
    return redirect(request.referrer)


def dj(request):
    n = request.GET["next"]
    if url_has_allowed_host_and_scheme(n, allowed_hosts=None):
        return HttpResponseRedirect(n)  # ok: open-redirect
    if n.startswith("/"):
        return dj_redirect(n)  # expect: open-redirect
    return HttpResponseRedirect(n)  # expect: open-redirect
