import asyncio
import os
import re
import shlex
import subprocess
from subprocess import PIPE, Popen

import paramiko
from fabric import Connection
from flask import Flask, request
from invoke import run as invoke_run

app = Flask(__name__)
HOST = re.compile(r"^[a-z0-9.-]+$")


class Runner:
    def __init__(self, program="ping"):
        self.program = program
        self.args = []

    def add(self, arg):
        self.args.append(arg)
        return self

    def run(self):
        return subprocess.run(" ".join([self.program, *self.args]), shell=True)  # expect: command-injection

    def run_list(self):
        return subprocess.run([self.program, *self.args])  # ok: command-injection


@app.route("/t", methods=["POST"])
def t():
    host = request.form["host"]
    os.system("ping -c 1 " + host)  # expect: command-injection
    subprocess.call(f"nslookup {host}", shell=True)  # expect: command-injection
    subprocess.check_output(["nslookup", host])  # ok: command-injection
    subprocess.Popen("id %s" % host, shell=True, stdout=PIPE)  # expect: command-injection
    Popen(["sh", "-c", "id " + host])  # expect: command-injection
    os.system("ping " + shlex.quote(host))  # ok: command-injection
    os.popen("ping {}".format(host)).read()  # expect: command-injection
    Runner().add("-c 1").add(host).run()
    Runner().add(host).run_list()
    if HOST.fullmatch(host):
        os.system("ping " + host)  # ok: command-injection
    if re.match(r"[a-z]+", host):
        os.system("ping " + host)  # expect: command-injection
    kwargs = {"shell": True}
    subprocess.run("ls " + host, **kwargs)  # expect: command-injection
    cmd = ["ls", "-l"]
    cmd += [host]
    subprocess.run(cmd)  # ok: command-injection
    subprocess.run(shlex.split("ls " + host))  # ok: command-injection
    invoke_run("ls " + host)  # expect: command-injection
    Connection("web1").run("ls " + host)  # expect: command-injection
    ssh = paramiko.SSHClient()
    ssh.exec_command("ls " + host)  # expect: command-injection
    count = request.form.get("count", type=int)
    os.system(f"ping -c {count} localhost")  # ok: command-injection
    flag = "-v" if request.form.get("verbose") else ""
    os.system("make " + flag)  # ok: command-injection
    os.execlp("sh", "sh", "-c", host)  # expect: command-injection
    return ""


async def go(request):
    await asyncio.create_subprocess_shell("ls " + request.query["d"])  # expect: command-injection
    await asyncio.create_subprocess_exec("grep", request.query["d"])  # expect: argument-injection


from aiohttp import web

routes = web.RouteTableDef()


@routes.post("/go")
async def handler(request: web.Request):
    data = await request.post()
    proc = await asyncio.create_subprocess_shell(f"convert {data['file']}", stdout=PIPE)  # expect: command-injection
    return web.Response(text=str(proc.returncode))
