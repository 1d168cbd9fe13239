import ipaddress
import socket
from urllib.parse import urlparse
import requests
from flask import Flask, abort, request
app = Flask(__name__)

def is_safe_url(url):
    try:
        parsed = urlparse(url)
    except (ValueError, TypeError):
        return False
    if parsed.scheme not in {"http", "https"}:
        return False
    hostname = parsed.hostname
    if not hostname:
        return False
    try:
        ip = ipaddress.ip_address(hostname)
        return not (ip.is_private or ip.is_loopback or ip.is_link_local)
    except ValueError:
        pass
    try:
        addr_info = socket.getaddrinfo(hostname, None)
    except socket.gaierror:
        return False
    for info in addr_info:
        try:
            ip = ipaddress.ip_address(info[4][0])
            if ip.is_private or ip.is_loopback or ip.is_link_local:
                return False
        except (ValueError, IndexError):
            continue
    return True

@app.route("/a")
def a():
    url = request.args["u"]
    if not is_safe_url(url):
        abort(400)
    return requests.get(url).text  # ok: ssrf

def is_global_url(url):
    host = urlparse(url).hostname
    for info in socket.getaddrinfo(host, None):
        address = ipaddress.ip_address(info[4][0])
        if not address.is_global:
            return False
    return True

@app.route("/b")
def b():
    url = request.args["u"]
    if not is_global_url(url):
        abort(400)
    return requests.get(url).text  # ok: ssrf

def resolves(url):
    host = urlparse(url).hostname
    for info in socket.getaddrinfo(host, None):
        address = ipaddress.ip_address(info[4][0])
        if address.version == 6:
            return False
    return True

@app.route("/c")
def c():
    url = request.args["u"]
    if not resolves(url):
        abort(400)
    return requests.get(url).text  # expect: ssrf

def only_private(url):
    host = urlparse(url).hostname
    return ipaddress.ip_address(host).is_private

@app.route("/d")
def d():
    url = request.args["u"]
    if not only_private(url):
        abort(400)
    return requests.get(url).text  # expect: ssrf

def not_global(url):
    host = urlparse(url).hostname
    if ipaddress.ip_address(host).is_global:
        raise ValueError("public")

@app.route("/e")
def e():
    url = request.args["u"]
    not_global(url)
    return requests.get(url).text  # expect: ssrf

def check_host(url):
    address = socket.gethostbyname(urlparse(url).hostname)
    if ipaddress.ip_address(address).is_private:
        raise ValueError("private")

@app.route("/f")
def f():
    url = request.args["u"]
    check_host(url)
    return requests.get(url).text  # ok: ssrf

@app.route("/f2")
def f2():
    url = request.args["u"]
    address = socket.gethostbyname(urlparse(url).hostname)
    if not any(ipaddress.ip_address(i[4][0]).is_private for i in socket.getaddrinfo(urlparse(url).hostname, 80)):
        return requests.get(url).text  # ok: ssrf
    return requests.get(url).text  # expect: ssrf
