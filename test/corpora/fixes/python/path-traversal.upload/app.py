import os

from flask import Flask, request

app = Flask(__name__)


@app.post("/upload")
def upload():
    file = request.files["file"]
    file.save(os.path.join("uploads", file.filename))
    return "ok"
