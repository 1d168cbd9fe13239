import csv
import io
import json
import logging
import marshal
import shelve
import sqlite3

import dill
import joblib
import numpy as np
import pandas as pd
import redis
import torch
import yaml
from celery import Celery, shared_task
from flask import Flask, request
from ruamel.yaml import YAML

app = Flask(__name__)
celery = Celery("workers", broker="redis://localhost")
cache = redis.Redis()
log = logging.getLogger(__name__)

LOADERS = {
    "json": json.loads,
    "yaml": yaml.safe_load,
    "pickle": dill.loads,
}


class Codec:
    def __init__(self, loader):
        self.loader = loader

    def decode(self, data):
        return self.loader(data)  # expect: unsafe-deserialization


class Row:
    __slots__ = ("name", "value")

    def __init__(self, name, value):
        self.name, self.value = name, value


@app.post("/config")
def config():
    raw = request.get_data()
    a = yaml.load(raw, Loader=yaml.SafeLoader)  # ok: unsafe-deserialization
    b = yaml.load(raw, yaml.Loader)  # expect: unsafe-deserialization
    c = yaml.safe_load(raw)  # ok: unsafe-deserialization
    d = YAML(typ="safe").load(raw)  # ok: unsafe-deserialization
    e = YAML(typ="unsafe").load(raw)  # expect: unsafe-deserialization
    f = yaml.load(raw, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))  # ok: unsafe-deserialization
    return {"n": len([a, b, c, d, e, f])}


@app.post("/decode/<kind>")
def decode(kind):
    good = LOADERS["json"](request.data)  # ok: unsafe-deserialization
    bad = LOADERS["pickle"](request.data)  # expect: unsafe-deserialization
    return {"good": good, "bad": str(bad)}


@app.post("/codec")
def codec():
    safe = Codec(json.loads).decode(request.data)
    return {"x": safe}


@app.post("/codec2")
def codec2():
    return {"x": str(Codec(marshal.loads).decode(request.data))}


@app.post("/model")
def model():
    upload = request.files["model"]
    first = torch.load(upload.stream, weights_only=True)  # ok: unsafe-deserialization
    second = torch.load(upload.stream, weights_only=False)  # expect: unsafe-deserialization
    third = joblib.load(upload)  # expect: unsafe-deserialization
    fourth = np.load(upload, allow_pickle=False)  # ok: unsafe-deserialization
    fifth = pd.read_pickle(io.BytesIO(upload.read()))  # expect: unsafe-deserialization
    sixth = pd.read_csv(upload)  # ok: unsafe-deserialization
    return {"n": len([first, second, third, fourth, fifth, sixth])}


@app.post("/enqueue")
def enqueue():
    report.delay(request.json["table"], request.json["since"])
    clean.apply_async(args=[request.json["name"]])
    return "", 202


@celery.task
def report(table, since):
    conn = sqlite3.connect("w.db")
    conn.execute("SELECT * FROM log WHERE since > ?", (since,))  # ok: sql-injection
    conn.execute("SELECT * FROM " + table)  # expect: sql-injection


@shared_task(bind=True)
def clean(self, name):
    conn = sqlite3.connect("w.db")
    conn.execute(f"DELETE FROM log WHERE name = '{name}'")  # expect: sql-injection


@app.post("/rows")
def rows():
    reader = csv.DictReader(io.StringIO(request.get_data(as_text=True)))
    items = [Row(r["name"], float(r["value"])) for r in reader]
    conn = sqlite3.connect("w.db")
    for item in items:
        conn.execute("INSERT INTO v VALUES (%s)" % item.value)  # ok: sql-injection
        conn.execute("INSERT INTO n VALUES ('%s')" % item.name)  # expect: sql-injection
    return "", 204


@app.get("/counts")
def counts():
    from collections import Counter, defaultdict

    names = defaultdict(list)
    names["asked"].append(request.args["name"])
    names["fixed"].append("apple")
    totals = Counter(names["fixed"])
    conn = sqlite3.connect("w.db")
    conn.execute("SELECT * FROM n WHERE name = '%s'" % names["fixed"][0])  # ok: sql-injection
    conn.execute("SELECT * FROM n WHERE name = '%s'" % names["asked"][0])  # expect: sql-injection
    return {"n": len(totals)}


@app.get("/log")
def write_log():
    user = request.args.get("user", "")
    clean_user = user.replace("\r", "").replace("\n", "")
    log.warning("user " + clean_user)  # ok: log-injection
    log.warning("user " + user)  # expect: log-injection
    log.warning("user", extra={"user": user})  # ok: log-injection
    log.warning("lengths: %d", len(user))  # ok: log-injection
    return ""


@app.get("/shelf")
def shelf():
    with shelve.open("/var/lib/workers/shelf") as db:  # ok: unsafe-deserialization
        return {"v": db.get(request.args["key"])}


@app.get("/error")
def error():
    import traceback

    try:
        return {"x": int(request.args["x"])}
    except ValueError:
        return traceback.format_exc(), 500  # expect: information-exposure


@app.get("/error2")
def error2():
    try:
        return {"x": int(request.args["x"])}
    except ValueError as exc:
        log.exception("bad number")
        return {"error": "bad number", "kind": type(exc).__name__}, 400  # ok: information-exposure
