import os
import shlex
import subprocess

from flask import Flask, request

app = Flask(__name__)
TOOLS = {"ping": "/bin/ping", "dig": "/usr/bin/dig"}


@app.route("/ping")
def ping():
    host = request.args.get("host")
    os.system("ping -c 1 " + host)  # expect: command-injection
    return "done"


@app.route("/ping/quoted")
def ping_quoted():
    host = shlex.quote(request.args.get("host", "localhost"))
    os.system("ping -c 1 " + host)  # ok: command-injection
    return "done"


@app.route("/dns")
def dns():
    host = request.args["host"]
    out = subprocess.check_output(f"dig {host}", shell=True)  # expect: command-injection
    listed = subprocess.check_output(["dig", "--", host])  # ok: command-injection
    return out + listed


@app.route("/shell")
def shell():
    script = request.form["script"]
    subprocess.run(["/bin/sh", "-c", script], check=True)  # expect: command-injection
    return "ok"


@app.route("/tool")
def tool():
    name = request.args["tool"]
    if name not in TOOLS:
        return "unknown", 404
    subprocess.run([TOOLS[name], "example.org"], check=False)  # ok: command-injection
    subprocess.run([name, "example.org"], check=False)  # ok: command-injection
    return "ok"


@app.route("/run")
def run():
    program = request.json["program"]
    subprocess.Popen([program, "--version"])  # expect: command-injection
    return "ok"


@app.route("/port/<int:port>")
def port(port):
    os.popen("lsof -i :%d" % port)  # ok: command-injection
    return "ok"
