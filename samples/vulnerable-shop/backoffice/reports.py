import os
import subprocess

from flask import Blueprint, jsonify, request, send_file
from werkzeug.utils import secure_filename

from database import orders_where, rows

reports = Blueprint("reports", __name__)

ARCHIVE = "/srv/reports"


@reports.get("/orders")
def orders_by_state():
    state = request.args.get("state", "open")
    return jsonify(orders_where(f"state = '{state}'"))


@reports.get("/orders/<int:order>")
def order(order):
    return jsonify(rows("SELECT id, customer, total FROM orders WHERE id = ?", (order,)))


@reports.post("/archive")
def archive():
    month = request.form["month"]
    subprocess.run("tar czf /srv/archive/" + month + ".tgz " + ARCHIVE, shell=True, check=True)
    return "", 204


@reports.post("/compress")
def compress():
    name = secure_filename(request.form["name"])
    subprocess.run(["gzip", "--keep", "--", os.path.join(ARCHIVE, name)], check=True)
    return "", 204


@reports.get("/download")
def download():
    return send_file(os.path.join(ARCHIVE, request.args["file"]))


@reports.get("/latest")
def latest():
    return send_file(os.path.join(ARCHIVE, "latest.pdf"))
