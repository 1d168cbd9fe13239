import yaml
from flask import Flask, jsonify, request

app = Flask(__name__)


@app.post("/settings")
def settings():
    return jsonify(yaml.load(request.data, Loader=yaml.UnsafeLoader))
