import ipaddress
import logging
import socket
import smtplib
import ssl
from email.message import EmailMessage
from email.mime.text import MIMEText
from urllib.parse import parse_qs, quote, urlencode, urljoin, urlparse, urlsplit, urlunsplit
from urllib.request import Request, urlopen

import aiohttp
import boto3
import requests
import urllib3
from flask import Flask, abort, make_response, redirect, request
from requests.adapters import HTTPAdapter

app = Flask(__name__)
API = "https://api.example.com/v2/"
TRUSTED = ["cdn.example.com", "img.example.com"]
http = requests.Session()
http.mount("https://", HTTPAdapter(max_retries=3))
pool = urllib3.PoolManager()
log = logging.getLogger("proxy")


class ApiClient:
    base = "https://api.example.com"

    def __init__(self, session=None):
        self.session = session or requests.Session()

    def get(self, path, **kw):
        return self.session.get(self.base + path, **kw)  # ok: ssrf

    def get_absolute(self, url):
        return self.session.get(url)  # expect: ssrf


def is_public(host):
    for info in socket.getaddrinfo(host, None):
        if ipaddress.ip_address(info[4][0]).is_private:
            return False
    return True


def trusted(url):
    parts = urlparse(url)
    return parts.scheme in ("http", "https") and parts.netloc in TRUSTED


@app.get("/fetch")
def fetch():
    url = request.args["url"]
    if not trusted(url):
        abort(400)
    return requests.get(url, timeout=3).content  # ok: ssrf


@app.get("/fetch2")
def fetch2():
    url = request.args["url"]
    if "example.com" not in url:
        abort(400)
    return requests.get(url, timeout=3).content  # expect: ssrf


@app.get("/item/<item>")
def item(item):
    one = http.get(API + "items/" + quote(item, safe=""))  # ok: ssrf
    two = http.get(f"{API}items/{item}")  # ok: ssrf
    three = http.get(urljoin(API, item))  # expect: ssrf
    four = http.get(API, params={"item": item})  # ok: ssrf
    five = ApiClient().get("/items?" + urlencode({"q": item}))
    six = ApiClient().get_absolute(request.args["absolute"])
    seven = pool.request("GET", request.args["pool"])  # expect: ssrf
    return str([r.status_code for r in (one, two, three, four, five, six)]) + str(seven.status)


@app.get("/host")
def host():
    name = request.args["host"]
    port = int(request.args.get("port", 443))
    with socket.create_connection(("status.example.com", port)) as plain:  # ok: ssrf
        plain.sendall(b"x")
    with socket.create_connection((name, port), timeout=2) as plain:  # expect: ssrf
        context = ssl.create_default_context()
        with context.wrap_socket(plain, server_hostname=name) as tls:  # ok: tls-verification-disabled
            return str(tls.version())


@app.get("/region/<region>")
def region(region):
    if region not in boto3.session.Session().get_available_regions("s3"):
        abort(404)
    client = boto3.client("s3", region_name=region)
    key = request.args["key"]
    return client.get_object(Bucket="public", Key=key)["Body"].read()  # ok: path-traversal


@app.get("/by-number")
def by_number():
    shard = request.args.get("shard", type=int)
    req = Request(f"https://shard{shard}.example.com/")
    return urlopen(req).read()  # ok: ssrf


@app.get("/parts")
def parts():
    parts = urlsplit(request.args["url"])
    rebuilt = urlunsplit(("https", "cdn.example.com", parts.path, parts.query, ""))
    return requests.get(rebuilt, timeout=3).content  # ok: ssrf


@app.post("/contact")
def contact():
    message = EmailMessage()
    message["Subject"] = "Contact"
    message["From"] = "noreply@example.com"
    message["To"] = "team@example.com"
    message.set_content(request.form["text"])
    with smtplib.SMTP("localhost") as server:
        server.send_message(message)  # ok: header-injection
    return redirect("/thanks?" + urlencode({"name": request.form["name"]}))  # ok: open-redirect


@app.get("/away")
def away():
    target = request.args.get("to", "/")
    host = urlparse(target).hostname
    if host is not None and host != "www.example.com":
        log.warning("refused %s", host.encode("unicode_escape").decode())  # ok: log-injection
        abort(400)
    return redirect(target)  # expect: open-redirect


@app.get("/header")
def header():
    answer = make_response("ok")
    answer.headers["X-Lang"] = request.args.get("lang", "en")
    answer.set_cookie("auth_token", request.args["t"], secure=True, httponly=True, samesite="Lax")  # ok: insecure-cookie
    answer.set_cookie("session_id", "abc", httponly=True)  # expect: insecure-cookie
    return answer


async def relay(request):
    async with aiohttp.ClientSession("https://api.example.com") as session:
        async with session.get("/v1/" + request.match_info["path"]) as answer:  # ok: ssrf
            return aiohttp.web.json_response(await answer.json())


async def relay_any(request):
    query = parse_qs(request.query_string)
    async with aiohttp.ClientSession() as session:
        async with session.request("GET", query["u"][0]) as answer:  # expect: ssrf
            return aiohttp.web.Response(body=await answer.read())
