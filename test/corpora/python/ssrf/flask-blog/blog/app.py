import hmac
import io
import os
import pickle
import subprocess
import tempfile
import zipfile
from functools import partial

import requests
import yaml
from flask import Flask, Response, abort, jsonify, make_response, redirect, render_template_string, request, send_file, session
from lxml import etree
from markupsafe import escape

from . import security as sec
from .store import Store

app = Flask(__name__)
app.secret_key = os.urandom(24)  # ok: hard-coded-secret
store = Store("blog.db")


@app.get("/search")
def search():
    return jsonify(store.search(**request.args.to_dict()))


@app.get("/tags")
def tags():
    names = request.args.getlist("tag")
    return jsonify(store.tagged(names) + store.tagged_badly(names))


@app.get("/ordered")
def ordered():
    rows = store.ordered(request.args.get("by", "title"), request.args.get("dir", "asc"))
    more = store.ordered_by_column(sec.column(request.args["by"]))
    return jsonify(rows + more + store.page(request.args.get("p", default=0, type=int)))


@app.get("/by")
def by():
    store.by(request.args["t"], True)
    return ""


@app.get("/file/<path:name>")
def file(name):
    return send_file(sec.inside(sec.UPLOAD_ROOT, name))  # ok: path-traversal


@app.get("/file2/<path:name>")
def file2(name):
    with open(sec.inside_text("/srv/blog", name)) as f:  # ok: path-traversal
        return Response(f.read(), mimetype="text/plain")  # ok: xss


@app.get("/file3/<path:name>")
def file3(name):
    name = name.lstrip("/")
    return send_file(os.path.join("/srv/blog", name))  # expect: path-traversal


@app.get("/image")
def image():
    first = requests.get(sec.trusted_url(request.args["u"]), timeout=5)  # ok: ssrf
    second = None
    if sec.suffix_url(request.args["v"]):
        second = requests.get(request.args["v"], timeout=5)  # ok: ssrf
    if sec.bad_url_check(request.args["w"]):
        second = requests.get(request.args["w"], timeout=5)  # expect: ssrf
    return send_file(io.BytesIO(first.content + second.content), mimetype="image/png")  # ok: path-traversal


@app.get("/ping")
def ping():
    subprocess.run("ping -c1 " + sec.address(request.args["a"]), shell=True, check=False)  # ok: command-injection
    subprocess.run(f"show {sec.ident(request.args['i'])}", shell=True, check=False)  # ok: command-injection
    subprocess.run("echo " + sec.clean(request.args["c"]), shell=True, check=False)  # ok: command-injection
    subprocess.run("echo " + sec.weak_clean(request.args["c"]), shell=True, check=False)  # expect: command-injection
    run = partial(subprocess.run, shell=True, check=False)
    run("echo " + request.args["c"])  # expect: command-injection
    subprocess.run(["ping", "-c1", request.args["a"]], check=False)  # ok: command-injection
    return ""


COMMANDS = {"uptime": lambda arg: "up", "echo": lambda arg: os.popen("echo " + arg).read()}  # expect: command-injection


@app.post("/command/<name>")
def command(name):
    handler = COMMANDS.get(name)
    if handler is None:
        abort(404)
    return escape(handler(request.form["arg"]))


@app.post("/state")
def state():
    blob = request.get_data()
    mac, _, body = blob.partition(b".")
    if hmac.compare_digest(mac, sign(body)):
        return jsonify(pickle.loads(body))  # ok: unsafe-deserialization
    return jsonify(pickle.loads(blob))  # expect: unsafe-deserialization


def sign(body):
    import hashlib

    return hmac.new(app.secret_key, body, hashlib.sha256).digest()


@app.post("/config")
def config():
    settings = yaml.load(request.data, Loader=yaml.CSafeLoader)  # ok: unsafe-deserialization
    other = yaml.load(request.data, Loader=yaml.UnsafeLoader)  # expect: unsafe-deserialization
    tree = etree.parse(io.BytesIO(request.data))  # expect: xxe
    return jsonify(settings, other, tree.getroot().tag)


@app.get("/greet")
def greet():
    name = request.args.get("name", "")
    if len(name) > 20:
        abort(400)
    title = "Hello %s" % name
    page = "<html><body>{}</body></html>".format(title)
    resp = make_response(page)  # expect: xss
    resp.headers["X-Name"] = name  # ok: header-injection
    safe = make_response("<p>" + str(escape(name)) + "</p>")  # ok: xss
    safe.headers["X-Len"] = str(len(name))  # ok: header-injection
    return resp if name else safe


@app.get("/tpl")
def tpl():
    kind = request.args.get("kind")
    body = {"a": "<b>{{ x }}</b>", "b": "<i>{{ x }}</i>"}.get(kind, "{{ x }}")
    return render_template_string(body, x=request.args.get("x"))  # ok: template-injection


@app.get("/tpl2")
def tpl2():
    return render_template_string("<b>%s</b>" % request.args.get("x"))  # expect: template-injection


@app.get("/go")
def go():
    to = request.args.get("to", "/")
    if urlsafe(to):
        return redirect(to)  # ok: open-redirect
    return redirect(f"/search?q={to}")  # ok: open-redirect


def urlsafe(to):
    from urllib.parse import urlparse

    return urlparse(to).netloc == "" and to.startswith("/") and not to.startswith("//")


@app.post("/zip")
def unzip():
    with tempfile.TemporaryDirectory() as tmp, zipfile.ZipFile(request.files["z"].stream) as z:
        for member in z.infolist():
            name = os.path.basename(member.filename)
            if not name:
                continue
            with z.open(member) as src, open(os.path.join(tmp, name), "wb") as dst:  # ok: path-traversal
                dst.write(src.read())
            with open(os.path.join("/srv/in", member.filename), "wb") as dst:  # expect: path-traversal
                dst.write(z.read(member))
    session["last"] = "zip"  # ok: trust-boundary
    return ""
