import os
import shutil
import tarfile
import zipfile
from pathlib import Path

from flask import Flask, request, send_file, send_from_directory, abort
from werkzeug.utils import secure_filename

app = Flask(__name__)
BASE = "/srv/data"
ROOT = Path("/srv/data").resolve()


@app.get("/1")
def one():
    with open(os.path.join(BASE, request.args["f"])) as f:  # expect: path-traversal
        return {"t": f.read()}


@app.get("/2")
def two():
    with open(os.path.join(BASE, os.path.basename(request.args["f"]))) as f:  # ok: path-traversal
        return {"t": f.read()}


@app.get("/3")
def three():
    path = os.path.realpath(os.path.join(BASE, request.args["f"]))
    if not path.startswith(BASE + os.sep):
        abort(404)
    return send_file(path)  # ok: path-traversal


@app.get("/4")
def four():
    path = os.path.join(BASE, request.args["f"])
    if not path.startswith(BASE):
        abort(404)
    return send_file(path)  # expect: path-traversal


@app.get("/5")
def five():
    return send_from_directory(BASE, request.args["f"])  # ok: path-traversal


@app.post("/6")
def six():
    up = request.files["up"]
    up.save(os.path.join(BASE, secure_filename(up.filename)))  # ok: path-traversal
    up.save(os.path.join(BASE, up.filename))  # expect: path-traversal
    return ""


@app.get("/7")
def seven():
    p = (ROOT / request.args["f"]).resolve()
    if not p.is_relative_to(ROOT):
        abort(403)
    return {"t": p.read_text()}  # ok: path-traversal


@app.get("/8")
def eight():
    return {"t": (ROOT / request.args["f"]).read_text()}  # expect: path-traversal


@app.delete("/9")
def nine():
    shutil.rmtree(f"{BASE}/{request.args['d']}")  # expect: path-traversal
    return ""


@app.post("/10")
def ten():
    request.files["a"].save("/tmp/up.tar")
    with tarfile.open(fileobj=request.files["a"].stream) as tar:
        tar.extractall(BASE)  # expect: path-traversal
    with tarfile.open(fileobj=request.files["a"].stream) as tar:
        tar.extractall(BASE, filter="data")  # ok: path-traversal
    with zipfile.ZipFile(request.files["z"]) as z:
        for name in z.namelist():
            with open(os.path.join(BASE, name), "wb") as out:  # expect: path-traversal
                out.write(z.read(name))
    return ""


@app.get("/11")
def eleven():
    name = request.args["f"].replace("../", "")
    with open(BASE + "/" + name) as f:  # expect: path-traversal
        return {"t": f.read()}


