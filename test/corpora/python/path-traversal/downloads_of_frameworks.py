import os
import shutil
import tarfile
import zipfile
from pathlib import Path

import aiofiles
import tornado.web
from aiohttp import web
from django.http import FileResponse
from fastapi import APIRouter, UploadFile
from flask import Flask, abort, request, send_file, send_from_directory
from starlette.responses import FileResponse as StarFile
from werkzeug.utils import safe_join, secure_filename

app = Flask(__name__)
ROOT = Path("/srv/files").resolve()
BASE = "/srv/files"


@app.route("/a")
def a():
    name = request.args["name"]
    send_file(os.path.join(BASE, name))  # expect: path-traversal
    send_from_directory(BASE, name)  # ok: path-traversal
    open(os.path.join(BASE, secure_filename(name)))  # ok: path-traversal
    open(safe_join(BASE, name))  # ok: path-traversal
    open(os.path.join(BASE, os.path.basename(name)))  # ok: path-traversal
    (ROOT / name).read_text()  # expect: path-traversal
    target = (ROOT / name).resolve()
    if not target.is_relative_to(ROOT):
        abort(403)
    target.read_bytes()  # ok: path-traversal
    real = os.path.realpath(os.path.join(BASE, name))
    if real.startswith(BASE + os.sep):
        with open(real) as f:  # ok: path-traversal
            f.read()
    joined = os.path.join(BASE, name)
    if joined.startswith(BASE):
        with open(joined) as f:  # expect: path-traversal
            f.read()
    if os.path.commonpath([os.path.abspath(joined), BASE]) == BASE:
        shutil.copy(joined, "/tmp/out")  # ok: path-traversal
    cleaned = name.replace("../", "")
    os.remove(BASE + "/" + cleaned)  # expect: path-traversal
    if ".." in name or name.startswith("/"):
        abort(400)
    os.remove(BASE + "/" + name)  # ok: path-traversal
    return ""


@app.route("/resolve")
def resolve():
    target = (ROOT / request.args["name"]).resolve()
    try:
        target.relative_to(ROOT)
    except ValueError:
        abort(403)
    return target.read_text()  # ok: path-traversal


@app.route("/upload", methods=["POST"])
def upload():
    f = request.files["file"]
    f.save("/srv/uploads/" + f.filename)  # expect: path-traversal
    f.save(os.path.join("/srv/uploads", secure_filename(f.filename)))  # ok: path-traversal
    with zipfile.ZipFile(f) as z:
        for info in z.infolist():
            with open("/srv/out/" + info.filename, "wb") as out:  # expect: path-traversal
                out.write(z.read(info))
    tarfile.open(fileobj=f.stream).extractall("/srv/out")  # expect: path-traversal
    tarfile.open(fileobj=f.stream).extractall("/srv/out", filter="data")  # ok: path-traversal
    return ""


router = APIRouter()


@router.post("/files")
async def files(file: UploadFile, folder: str = "x"):
    async with aiofiles.open(f"/srv/{folder}/a.txt", "wb") as out:  # expect: path-traversal
        await out.write(await file.read())
    Path("/srv/up", file.filename).write_bytes(await file.read())  # expect: path-traversal
    return StarFile("/srv/" + folder)  # expect: path-traversal


class Download(tornado.web.RequestHandler):
    def get(self, name):
        with open("/srv/" + name) as f:  # expect: path-traversal
            self.write(f.read())
        with open("/srv/" + self.get_argument("lang", "en")) as f:  # expect: path-traversal
            self.write(f.read())


async def aio(request):
    name = request.match_info["name"]
    return web.FileResponse("/srv/" + name)  # expect: path-traversal


aio_app = web.Application()
aio_app.router.add_get("/f/{name}", aio)


def django_download(request, name):
    return FileResponse(open("/srv/" + request.GET["f"], "rb"))  # expect: path-traversal
