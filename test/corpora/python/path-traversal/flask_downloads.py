import os

from flask import Flask, abort, request, send_file, send_from_directory
from werkzeug.utils import safe_join, secure_filename

app = Flask(__name__)
UPLOADS = "/srv/uploads"


@app.route("/download")
def download():
    name = request.args["name"]
    return send_file(os.path.join(UPLOADS, name))  # expect: path-traversal


@app.route("/download/safe")
def download_safe():
    return send_from_directory(UPLOADS, request.args["name"])  # ok: path-traversal


@app.route("/read/<path:name>")
def read(name):
    with open(UPLOADS + "/" + name) as handle:  # expect: path-traversal
        return {"text": handle.read()}


@app.route("/base/<path:name>")
def base(name):
    with open(os.path.join(UPLOADS, os.path.basename(name))) as handle:  # ok: path-traversal
        return {"text": handle.read()}


@app.route("/checked/<path:name>")
def checked(name):
    path = os.path.realpath(os.path.join(UPLOADS, name))
    if not path.startswith(UPLOADS + os.sep):
        abort(404)
    with open(path) as handle:  # ok: path-traversal
        return {"text": handle.read()}


@app.route("/joined/<path:name>")
def joined(name):
    path = safe_join(UPLOADS, name)
    if path is None:
        abort(404)
    with open(path) as handle:  # ok: path-traversal
        return {"text": handle.read()}


@app.route("/upload", methods=["POST"])
def upload():
    file = request.files["file"]
    file.save(os.path.join(UPLOADS, file.filename))  # expect: path-traversal
    return "stored"


@app.route("/upload/safe", methods=["POST"])
def upload_safe():
    file = request.files["file"]
    file.save(os.path.join(UPLOADS, secure_filename(file.filename)))  # ok: path-traversal
    return "stored"


@app.route("/remove", methods=["POST"])
def remove():
    number = int(request.form["number"])
    os.remove(f"{UPLOADS}/{number}.txt")  # ok: path-traversal
    os.unlink("%s/%s.txt" % (UPLOADS, request.form["name"]))  # expect: path-traversal
    return "removed"
