import os
import re
import shlex
import subprocess
from asyncio import create_subprocess_exec

from flask import Flask, abort, request

app = Flask(__name__)


@app.route("/clone")
def clone():
    url = request.args["url"]
    subprocess.run(["git", "clone", url, "/srv/copy"], check=True)  # expect: argument-injection
    subprocess.run(["git", "clone", "--", url, "/srv/copy"], check=True)  # ok: argument-injection
    subprocess.run(["git", "clone", "--bare", url], check=True)  # expect: argument-injection
    subprocess.run(["git", "-C", url, "status"], check=True)  # ok: argument-injection
    return ""


@app.route("/built")
def built():
    cmd = ["find", "/srv"]
    if request.args.get("deep"):
        cmd += ["-maxdepth", "9"]
    cmd.append(request.args["name"])
    subprocess.check_output(cmd)  # expect: argument-injection
    other = ["tar", "-xf"]
    other.append(request.args["name"])
    subprocess.check_output(other)  # ok: argument-injection
    return ""


@app.route("/refused")
def refused():
    ref = request.args["ref"]
    if ref.startswith("-"):
        abort(400)
    subprocess.call(["git", "show", ref])  # ok: argument-injection
    return ""


@app.route("/matched")
def matched():
    ref = request.args["ref"]
    if not re.match(r"^[\w][\w./-]*$", ref):
        abort(400)
    subprocess.call(["git", "show", ref])  # ok: argument-injection
    return ""


@app.route("/matched-loosely")
def matched_loosely():
    ref = request.args["ref"]
    if not re.match(r"^[\w./-]+$", ref):
        abort(400)
    subprocess.call(["git", "show", ref])  # expect: argument-injection
    return ""


@app.route("/quoted")
def quoted():
    # Quotes are of no use without a shell.
    subprocess.call(["git", "show", shlex.quote(request.args["ref"])])  # expect: argument-injection
    return ""


@app.route("/split")
def split():
    subprocess.call(shlex.split("rsync " + request.args["from"] + " /srv/to"))  # expect: argument-injection
    return ""


@app.route("/paths")
def paths():
    name = request.args["name"]
    subprocess.call(["zip", "out.zip", os.path.abspath(name)])  # ok: argument-injection
    subprocess.call(["zip", "out.zip", os.path.join("/srv", name)])  # ok: argument-injection
    subprocess.call(["zip", "out.zip", name])  # expect: argument-injection
    subprocess.call(["zip", "out.zip", f"./{name}"])  # ok: argument-injection
    return ""


@app.route("/later")
async def later():
    await create_subprocess_exec("ssh", request.args["host"], "uptime")  # expect: argument-injection
    await create_subprocess_exec("ssh", "--", request.args["host"], "uptime")  # ok: argument-injection
    os.execvp("git", ["git", "fetch", request.args["url"]])  # expect: argument-injection
    return ""
