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
