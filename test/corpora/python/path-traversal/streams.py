import io
import zipfile
from io import BytesIO
from flask import Flask, request
from PIL import Image
app = Flask(__name__)

@app.route("/k", methods=["POST"])
def k():
    Image.open(BytesIO(request.data))  # ok: path-traversal
    Image.open(request.files["f"])  # ok: path-traversal
    Image.open(request.args["f"])  # expect: path-traversal
    return "x"


@app.post("/archives")
def read_archives():
    sent = request.files.get("archive")
    zipfile.ZipFile(io.BytesIO(sent.read()))  # ok: path-traversal
    zipfile.ZipFile(sent)  # ok: path-traversal
    read_archive(io.BytesIO(request.data))
    zipfile.ZipFile(request.form["archive"])  # expect: path-traversal


def read_archive(stream):
    return zipfile.ZipFile(stream).namelist()  # ok: path-traversal
