from urllib.parse import urljoin, urlparse

from flask import Flask, abort, redirect, request

app = Flask(__name__)
HOSTS = {"www.example.org", "shop.example.org"}


def same_host(target):
    # `///example.com` is joined to an address of this host, and a browser goes to example.com.
    here = urlparse(request.host_url)
    there = urlparse(urljoin(request.host_url, target))
    return there.scheme in ("http", "https") and here.netloc == there.netloc


@app.route("/joined")
def joined():
    target = request.args["next"]
    if not same_host(target):
        abort(400)
    return redirect(target)  # expect: open-redirect


@app.route("/itself")
def itself():
    target = request.args["next"]
    if urlparse(target).netloc not in HOSTS:
        abort(400)
    return redirect(target)  # ok: open-redirect


@app.route("/other")
def other():
    target = request.args["next"]
    if urlparse(target).netloc in HOSTS:
        abort(400)
    return redirect(target)  # expect: open-redirect


@app.route("/as-joined")
def as_joined():
    target = urljoin(request.host_url, request.args["next"])
    if urlparse(target).netloc != urlparse(request.host_url).netloc:
        abort(400)
    return redirect(target)  # ok: open-redirect
