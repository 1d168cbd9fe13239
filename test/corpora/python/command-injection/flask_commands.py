import asyncio
import os
import re
import shlex
import subprocess
import sys

from flask import Flask, request, abort

app = Flask(__name__)
HOST = re.compile(r"^[a-z0-9.-]+$")
TOOLS = {"ls": "/bin/ls", "df": "/bin/df"}


@app.route("/a")
def a():
    os.system("ping -c 1 " + request.args["host"])  # expect: command-injection
    os.system("ping -c 1 " + shlex.quote(request.args["host"]))  # ok: command-injection
    subprocess.run(["ping", "-c", "1", "--", request.args["host"]])  # ok: command-injection
    subprocess.run("ping " + request.args["host"], shell=True, check=False)  # expect: command-injection
    subprocess.check_output(f"nslookup {request.args['host']}", shell=True)  # expect: command-injection
    os.popen("whois %s" % request.args["host"]).read()  # expect: command-injection
    return ""


@app.route("/b")
def b():
    host = request.args["host"]
    if not HOST.match(host) or host.startswith("-"):
        abort(400)
    os.system(f"ping -c 1 {host}")  # ok: command-injection
    return ""


@app.route("/c")
def c():
    subprocess.Popen(["bash", "-c", "echo " + request.form["m"]])  # expect: command-injection
    subprocess.Popen(["/bin/sh", "-c", 'echo "$1"', "sh", request.form["m"]])  # ok: command-injection
    subprocess.call([request.form["tool"], "-h"])  # expect: command-injection
    os.execvp(request.form["tool"], ["x"])  # expect: command-injection
    tool = TOOLS[request.form["tool"]]
    subprocess.call([tool, "-h"])  # ok: command-injection
    return ""


@app.route("/d")
async def d():
    proc = await asyncio.create_subprocess_shell("convert " + request.args["f"] + " out.png")  # expect: command-injection
    await proc.wait()
    other = await asyncio.create_subprocess_exec("convert", request.args["f"], "out.png")  # expect: argument-injection
    await other.wait()
    return ""


def deploy(target, *, dry=False, **env):
    line = "deploy.sh " + target
    if dry:
        return line
    return subprocess.getoutput(line)  # expect: command-injection


@app.route("/e")
def e():
    opts = {"target": request.args["t"], "dry": False}
    deploy(**opts)
    return ""


@app.route("/f")
def f():
    port = request.args.get("port", type=int)
    os.system(f"nc -z localhost {port}")  # ok: command-injection
    n = request.args.get("n")
    if n.isdigit():
        os.system("kill " + n)  # ok: command-injection
    else:
        os.system("pkill " + n)  # expect: command-injection
    return ""
