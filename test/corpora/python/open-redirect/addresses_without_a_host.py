from urllib.parse import urlsplit, urlunsplit, urlparse, urlunparse
from flask import Flask, request, redirect
app = Flask(__name__)

def next_path(unsafe):
    if not unsafe:
        return ""
    parts = list(urlsplit(unsafe))
    parts[0] = ""
    parts[1] = ""
    return urlunsplit(parts) or "./"

@app.get("/a")
def a():
    return redirect(next_path(request.args.get("next")))  # expect: open-redirect

@app.get("/b")
def b():
    p = urlparse(request.args["next"])
    return redirect(p._replace(scheme="", netloc="").geturl())  # expect: open-redirect

@app.get("/c")
def c():
    p = urlparse(request.args["next"])
    return redirect(urlunparse(("", "", p.path, p.params, p.query, "")))  # expect: open-redirect

@app.get("/d")
def d():
    p = urlparse(request.args["next"])
    return redirect(urlunparse(("https", p.netloc, p.path, p.params, p.query, "")))  # expect: open-redirect
