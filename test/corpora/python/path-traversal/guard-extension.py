import os
import uuid
from flask import Flask, request

app = Flask(__name__)
ROOT = "/srv/uploads/"


@app.post("/a")
def a():
    sent = request.files["f"]
    sent.save(ROOT + str(uuid.uuid4()) + "." + sent.filename.rsplit(".", 1)[1])  # ok: path-traversal


@app.post("/b")
def b():
    sent = request.files["f"]
    sent.save(ROOT + str(uuid.uuid4()) + "." + sent.filename.split(".")[-1])  # ok: path-traversal


@app.post("/c")
def c():
    sent = request.files["f"]
    stem, extension = os.path.splitext(sent.filename)
    sent.save(os.path.join(ROOT, str(uuid.uuid4()) + extension))  # ok: path-traversal


@app.post("/d")
def d():
    name = request.files["f"].filename
    request.files["f"].save(ROOT + str(uuid.uuid4()) + name[name.rfind("."):])  # ok: path-traversal


@app.post("/e")
def e():
    sent = request.files["f"]
    stem, extension = os.path.splitext(sent.filename)
    sent.save(os.path.join(ROOT, stem + ".png"))  # expect: path-traversal


@app.post("/g")
def g():
    sent = request.files["f"]
    sent.save(ROOT + sent.filename.rsplit(".", 1)[0])  # expect: path-traversal


@app.post("/h")
def h():
    sent = request.files["f"]
    sent.save(ROOT + ".".join(sent.filename.split(".")))  # expect: path-traversal


@app.post("/i")
def i():
    sent = request.files["f"]
    sent.save(ROOT + sent.filename.split("-")[-1])  # expect: path-traversal


@app.post("/j")
def j():
    sent = request.files["f"]
    sent.save(ROOT + sent.filename.rsplit(".", 1).pop(0))  # expect: path-traversal
