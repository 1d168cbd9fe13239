import os
import shutil
import tarfile
import zipfile
from pathlib import Path

from fastapi import FastAPI, File, UploadFile
from fastapi.responses import FileResponse
from flask import Flask, abort, request, send_file, send_from_directory
from werkzeug.utils import safe_join, secure_filename

app = Flask(__name__)
api = FastAPI()
ROOT = "/srv/files"
BASE = Path(ROOT).resolve()


def checked(name):
    full = os.path.realpath(os.path.join(ROOT, name))
    if not full.startswith(ROOT + os.sep):
        abort(403)
    return full


@app.route("/a")
def a():
    name = request.args["name"]
    with open(os.path.join(ROOT, name)) as f:  # expect: path-traversal
        f.read()
    with open(checked(name)) as f:  # ok: path-traversal
        f.read()
    open(os.path.join(ROOT, secure_filename(name)))  # ok: path-traversal
    open(os.path.join(ROOT, os.path.basename(name)))  # ok: path-traversal
    os.remove(ROOT + "/" + name)  # expect: path-traversal
    Path(ROOT, name).read_text()  # expect: path-traversal
    (BASE / name).unlink()  # expect: path-traversal
    shutil.copy("/etc/template", f"{ROOT}/{name}")  # expect: path-traversal
    return send_file(ROOT + "/" + name)  # expect: path-traversal


@app.route("/b/<path:name>")
def b(name):
    target = (BASE / name).resolve()
    if not target.is_relative_to(BASE):
        abort(404)
    target.read_bytes()  # ok: path-traversal
    joined = safe_join(ROOT, name)
    open(joined)  # ok: path-traversal
    return send_from_directory(ROOT, name)  # ok: path-traversal


@app.route("/c/<int:number>")
def c(number):
    if ".." in request.args["d"] or request.args["d"].startswith("/"):
        abort(400)
    os.listdir(os.path.join(ROOT, request.args["d"]))  # ok: path-traversal
    return send_file(f"{ROOT}/{number}.pdf")  # ok: path-traversal


@app.route("/d", methods=["POST"])
def d():
    upload = request.files["file"]
    upload.save(os.path.join(ROOT, upload.filename))  # expect: path-traversal
    upload.save(os.path.join(ROOT, secure_filename(upload.filename)))  # ok: path-traversal
    tarfile.open(fileobj=upload).extractall(ROOT)  # expect: path-traversal
    return "ok"


@api.post("/up")
async def up(file: UploadFile = File(...)):
    with open(f"{ROOT}/{file.filename}", "wb") as out:  # expect: path-traversal
        shutil.copyfileobj(file.file, out)
    return FileResponse(f"{ROOT}/done.txt")  # ok: path-traversal


@api.get("/get/{name}")
async def get(name: str):
    return FileResponse(os.path.join(ROOT, name))  # expect: path-traversal
