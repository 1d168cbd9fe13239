import importlib

from flask import Flask, request

app = Flask(__name__)
EXPORTERS = {"csv": "exporters.csv", "xml": "exporters.xml"}


class Actions:
    def list(self):
        return []

    def remove(self):
        return None


@app.route("/export")
def export():
    name = request.args["format"]
    module = importlib.import_module("exporters." + name)  # expect: unsafe-reflection
    return {"ok": module is not None}


@app.route("/export/safe")
def export_safe():
    name = request.args["format"]
    if name not in EXPORTERS:
        return {"ok": False}
    module = importlib.import_module(EXPORTERS[name])  # ok: unsafe-reflection
    return {"ok": module is not None}


@app.route("/action")
def action():
    name = request.args["action"]
    method = getattr(Actions(), name)  # expect: unsafe-reflection
    fixed = getattr(Actions(), "list")  # ok: unsafe-reflection
    return {"n": len(method() or []) + len(fixed())}
