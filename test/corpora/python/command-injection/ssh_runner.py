import re

import paramiko
from flask import Flask, abort, request

app = Flask(__name__)


def client():
    ssh = paramiko.SSHClient()
    ssh.load_system_host_keys()
    ssh.connect("build.internal", username="ci")
    return ssh


@app.route("/restart", methods=["POST"])
def restart():
    service = request.form["service"]
    client().exec_command("systemctl restart " + service)  # expect: command-injection
    return "ok"


@app.route("/status", methods=["POST"])
def status():
    service = request.form["service"]
    if not re.fullmatch(r"[a-z0-9-]+", service):
        abort(400)
    client().exec_command("systemctl status " + service)  # ok: command-injection
    return "ok"


@app.route("/logs", methods=["POST"])
def logs():
    service = request.form["service"]
    if re.search(r"[a-z]+", service):
        client().exec_command("journalctl -u " + service)  # expect: command-injection
    return "ok"
