import importlib
import logging
import shlex
import tarfile
import tempfile
import zipfile
from hashlib import md5, sha256
from pathlib import Path

import requests
from flask import Blueprint, jsonify, request

from .db import query_safe

admin_bp = Blueprint("admin", __name__)
logger = logging.getLogger(__name__)
PLUGINS = {"jira": "tickets.plugins.jira", "github": "tickets.plugins.github"}
ROOT = Path("/srv/tickets/imports")


@admin_bp.route("/plugin/<name>", methods=["POST"])
def plugin(name):
    try:
        module = importlib.import_module(PLUGINS[name])  # ok: unsafe-reflection
    except KeyError:
        return jsonify(error="unknown"), 404
    return jsonify(version=module.VERSION)


@admin_bp.route("/plugin2/<name>", methods=["POST"])
def plugin2(name):
    module = importlib.import_module("tickets.plugins." + name)  # expect: unsafe-reflection
    return jsonify(version=module.VERSION)


@admin_bp.post("/import")
def import_archive():
    target = Path(tempfile.mkdtemp(dir=ROOT))
    with zipfile.ZipFile(request.files["archive"]) as z:
        for name in z.namelist():
            dest = (target / name).resolve()
            if not dest.is_relative_to(target):
                return jsonify(error="bad archive"), 400
            dest.write_bytes(z.read(name))  # ok: path-traversal
        for member in z.infolist():
            (target / member.filename).write_bytes(z.read(member))  # expect: path-traversal
    return "", 204


@admin_bp.post("/fetch")
def fetch():
    data = request.get_json(force=True)
    try:
        reply = requests.get("https://api.example.org/v1/" + data["id"], timeout=3)  # ok: ssrf
        other = requests.request("GET", data["url"], timeout=3, verify=False)  # expect: ssrf, tls-verification-disabled
    except requests.RequestException:
        logger.exception("fetch failed")
        return jsonify(error="upstream"), 502
    logger.warning("fetched %s", data["id"].replace("\n", "").replace("\r", ""))  # ok: log-injection
    logger.warning("fetched {}".format(data["url"]))  # expect: log-injection
    return jsonify(a=reply.json(), b=other.text)


@admin_bp.post("/checksum")
def checksum():
    blob = request.get_data()
    etag = md5(blob, usedforsecurity=False).hexdigest()  # ok: weak-hash
    pw = md5(request.form["password"].encode()).hexdigest()  # expect: weak-hash
    return jsonify(etag=etag, s=sha256(blob).hexdigest(), n=len(query_safe("SELECT 1 FROM users WHERE pw = %s", (pw,))))


@admin_bp.post("/run")
def run():
    import subprocess

    arg = shlex.quote(request.form["arg"])
    subprocess.run(f"backup --label {arg}", shell=True, check=True)  # ok: command-injection
    subprocess.Popen(["sh", "-c", "backup " + request.form["arg"]])  # expect: command-injection
    subprocess.run(shlex.split("backup --label " + request.form["arg"]), check=True)  # expect: argument-injection
    return ""
