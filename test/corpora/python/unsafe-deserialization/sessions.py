import base64
import hmac
import json
import pickle

import yaml
from flask import Flask, abort, request

app = Flask(__name__)
KEY = open("/run/secrets/signing").read().encode()


@app.route("/cart")
def cart():
    raw = base64.b64decode(request.cookies["cart"])
    items = pickle.loads(raw)  # expect: unsafe-deserialization
    return {"n": len(items)}


@app.route("/cart/json")
def cart_json():
    items = json.loads(base64.b64decode(request.cookies["cart"]))  # ok: unsafe-deserialization
    return {"n": len(items)}


@app.route("/settings", methods=["POST"])
def settings():
    loaded = yaml.load(request.data, Loader=yaml.Loader)  # expect: unsafe-deserialization
    unsafe = yaml.unsafe_load(request.files["config"])  # expect: unsafe-deserialization
    safe = yaml.safe_load(request.data)  # ok: unsafe-deserialization
    also = yaml.load(request.data, Loader=yaml.SafeLoader)  # ok: unsafe-deserialization
    return {"n": len(loaded) + len(safe) + len(also) + len(unsafe)}


def cache_of(path):
    with open(path, "rb") as handle:
        return pickle.load(handle)  # ok: unsafe-deserialization


def backup():
    return pickle.dumps({"a": 1})  # ok: unsafe-deserialization
