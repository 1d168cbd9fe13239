import base64
import json
import marshal
import pickle
import shelve
import socket

import dill
import joblib
import jsonpickle
import torch
import yaml
from flask import Flask, request

app = Flask(__name__)


@app.route("/a", methods=["POST"])
def a():
    pickle.loads(request.data)  # expect: unsafe-deserialization
    pickle.loads(base64.b64decode(request.cookies["s"]))  # expect: unsafe-deserialization
    json.loads(request.data)  # ok: unsafe-deserialization
    yaml.load(request.data, Loader=yaml.Loader)  # expect: unsafe-deserialization
    yaml.load(request.data, Loader=yaml.SafeLoader)  # ok: unsafe-deserialization
    yaml.safe_load(request.data)  # ok: unsafe-deserialization
    yaml.unsafe_load(request.data)  # expect: unsafe-deserialization
    marshal.loads(request.get_data())  # expect: unsafe-deserialization
    jsonpickle.decode(request.form["o"])  # expect: unsafe-deserialization
    dill.loads(request.data)  # expect: unsafe-deserialization
    joblib.load(request.files["model"])  # expect: unsafe-deserialization
    pickle.Unpickler(request.stream).load()  # expect: unsafe-deserialization
    return "ok"


def serve():
    s = socket.socket()
    s.bind(("", 1))
    s.listen()
    conn, _ = s.accept()
    pickle.loads(conn.recv(4096))  # expect: unsafe-deserialization
    with open("/etc/app/cache.pkl", "rb") as f:
        pickle.loads(pickle.dumps({}))  # ok: unsafe-deserialization
