from urllib.parse import urljoin, urlparse, urlsplit, urlunsplit

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


@app.route("/no-host")
def no_host():
    # `////example.com` has no host for urlparse, and one for a browser.
    target = request.args["next"]
    if urlparse(target).netloc:
        abort(400)
    return redirect(target)  # expect: open-redirect


@app.route("/empty-host")
def empty_host():
    target = request.args["next"]
    if urlparse(target).netloc != "":
        abort(400)
    return redirect(target)  # expect: open-redirect


@app.route("/no-host-one-slash")
def no_host_one_slash():
    target = request.args["next"]
    if urlparse(target).netloc or target.startswith("//"):
        abort(400)
    return redirect(target)  # ok: open-redirect


@app.route("/path-alone")
def path_alone():
    return redirect(urlparse(request.args["next"]).path)  # expect: open-redirect


@app.route("/taken-apart")
def taken_apart():
    parts = list(urlsplit(request.args["next"]))
    parts[0] = ""
    parts[1] = ""
    return redirect(urlunsplit(parts))  # expect: open-redirect


@app.route("/own-host")
def own_host():
    parts = list(urlsplit(request.args["next"]))
    parts[1] = "www.example.org"
    return redirect(urlunsplit(parts))  # ok: open-redirect
