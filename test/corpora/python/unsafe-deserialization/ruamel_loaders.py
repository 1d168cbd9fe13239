from flask import Flask, request
from ruamel.yaml import YAML

app = Flask(__name__)


@app.route("/load", methods=["POST"])
def load():
    unsafe = YAML(typ="unsafe")
    unsafe.load(request.data)  # expect: unsafe-deserialization
    safe = YAML(typ="safe")
    safe.load(request.data)  # ok: unsafe-deserialization
    return "ok"
