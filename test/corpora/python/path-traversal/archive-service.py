import asyncio
import gzip
import json
import mimetypes
import os
import pathlib
import re
import shutil
import tarfile
import tempfile
import uuid
import zipfile
from contextlib import contextmanager, suppress

from flask import Flask, abort, request, send_file
from werkzeug.datastructures import FileStorage
from werkzeug.exceptions import BadRequest

app = Flask(__name__)
BASE = pathlib.Path(os.environ.get("ARCHIVE_ROOT", "/srv/archive")).resolve()
NAME = re.compile(r"^[\w-]+\.(?:txt|csv)$")


class UnsafePath(Exception):
    pass


def within(base, *parts):
    path = base.joinpath(*parts).resolve()
    try:
        path.relative_to(base)
    except ValueError:
        raise UnsafePath(path) from None
    return path


def check_name(name):
    if not NAME.match(name):
        raise BadRequest("bad name")
    return name


def is_inside(path):
    return os.path.realpath(path).startswith(str(BASE) + os.sep)


@contextmanager
def opened(name, mode="r"):
    handle = open(BASE / name, mode)  # expect: path-traversal
    try:
        yield handle
    finally:
        handle.close()


class Store:
    def __init__(self, root):
        self.root = root

    def path(self, key):
        return os.path.join(self.root, key)

    def read(self, key):
        with open(self.path(key)) as handle:  # expect: path-traversal
            return handle.read()

    def read_safely(self, key):
        digest = uuid.uuid5(uuid.NAMESPACE_URL, key)
        with open(self.path(str(digest))) as handle:  # ok: path-traversal
            return handle.read()


store = Store("/srv/archive/objects")


@app.get("/raw/<path:name>")
def raw(name):
    with opened(name) as handle:
        return {"text": handle.read(), "stored": store.read(name), "safe": store.read_safely(name)}


@app.get("/within/<path:name>")
def inside(name):
    try:
        return send_file(within(BASE, "public", name))  # ok: path-traversal
    except UnsafePath:
        abort(403)


@app.get("/named/<name>")
def named(name):
    return send_file(BASE / check_name(name))  # ok: path-traversal


@app.get("/checked")
def checked():
    path = os.path.join(BASE, request.args["p"])
    if not is_inside(path):
        abort(404)
    return send_file(path)  # ok: path-traversal


@app.get("/listed")
def listed():
    wanted = request.args["p"]
    for entry in os.scandir(BASE):
        if entry.name == wanted:
            return send_file(entry.path)  # ok: path-traversal
    abort(404)


@app.get("/stripped")
def stripped():
    name = request.args["p"].replace("../", "")
    return send_file(os.path.join(BASE, name))  # expect: path-traversal


@app.get("/half")
def half():
    full = os.path.join(BASE, request.args["p"])
    if full.startswith(str(BASE)):
        return send_file(full)  # expect: path-traversal
    abort(404)


@app.post("/unzip")
def unzip():
    upload: FileStorage = request.files["f"]
    with zipfile.ZipFile(upload) as archive:
        for member in archive.infolist():
            target = BASE / member.filename
            with open(target, "wb") as out:  # expect: path-traversal
                out.write(archive.read(member))
        archive.extractall(BASE)  # ok: path-traversal
    return ""


@app.post("/unzip-well")
def unzip_well():
    with zipfile.ZipFile(request.files["f"]) as archive:
        for name in archive.namelist():
            target = os.path.realpath(os.path.join(BASE, name))
            if not target.startswith(str(BASE) + os.sep):
                continue
            with open(target, "wb") as out:  # ok: path-traversal
                out.write(archive.read(name))
    return ""


@app.post("/untar")
def untar():
    with tarfile.open(fileobj=request.files["f"].stream, mode="r:gz") as archive:
        archive.extractall(BASE, filter="data")  # ok: path-traversal
    with tarfile.open(fileobj=request.files["g"].stream) as archive:
        archive.extractall(BASE)  # expect: path-traversal
    return ""


@app.post("/upload")
def upload():
    f = request.files["f"]
    ext = os.path.splitext(f.filename)[1].lower()
    if ext not in (".png", ".jpg"):
        abort(400)
    f.save(BASE / f"{uuid.uuid4()}{ext}")  # ok: path-traversal
    with tempfile.NamedTemporaryFile(suffix=ext, delete=False) as tmp:  # ok: insecure-temporary-file
        shutil.copyfileobj(f.stream, tmp)
    f.save(os.path.join(BASE, f.filename))  # expect: path-traversal
    return ""


@app.delete("/folder/<folder>")
def remove(folder):
    shutil.rmtree(BASE / folder)  # expect: path-traversal
    with suppress(FileNotFoundError):
        os.unlink(BASE / f"{int(request.args['n'])}.lock")  # ok: path-traversal
    return "", 204


@app.get("/log/<int:year>/<day>")
def log_of(year, day):
    if not (len(day) == 4 and day.isdigit()):
        abort(404)
    with gzip.open(f"/var/log/app/{year}-{day}.gz", "rt") as handle:  # ok: path-traversal
        first = handle.readline()
    with gzip.open(f"/var/log/app/{request.args['name']}.gz", "rt") as handle:  # expect: path-traversal
        return {"first": first, "other": handle.readline(), "type": mimetypes.guess_type(day)[0]}


@app.get("/settings/<profile>")
def profile_settings(profile):
    known = {p.stem: p for p in (BASE / "profiles").glob("*.json")}
    if profile not in known:
        abort(404)
    one = json.loads(known[profile].read_text())  # ok: path-traversal
    two = json.loads((BASE / "profiles" / f"{profile}.json").read_text())  # ok: path-traversal
    three = json.loads((BASE / "profiles" / request.args["p"]).read_text())  # expect: path-traversal
    return {**one, **two, **three}
