#!/usr/bin/env python3
import asyncio
import functools
import json
import os
import re
import shlex
import string
import subprocess
import sys
from collections import deque, namedtuple
from dataclasses import dataclass
from enum import Enum
from subprocess import DEVNULL, PIPE, Popen, check_output, run

from aiohttp import web
from celery import Celery
from fabric import Connection
from invoke import task
from plumbum import local

Job = namedtuple("Job", ["repo", "ref", "depth"])
celery = Celery("bot")
SAFE = re.compile(r"[A-Za-z0-9_./-]+")
TOOLS = {"lint": ["ruff", "check"], "test": ["pytest", "-q"]}


class Target(Enum):
    PROD = "prod"
    STAGE = "stage"


@dataclass
class Step:
    tool: str
    args: list[str]

    def command(self):
        return [*TOOLS[self.tool], *self.args]

    def line(self):
        return " ".join(self.command())


def audited(function):
    @functools.wraps(function)
    async def wrapper(request):
        print("call", request.path)
        return await function(request)

    return wrapper


def sanitize(value):
    return "".join(c for c in value if c in string.ascii_letters + string.digits + "-_")


def require_safe(value):
    if SAFE.fullmatch(value) is None:
        raise web.HTTPBadRequest(text="bad value")
    return value


async def execute(command):
    proc = await asyncio.create_subprocess_shell(command, stdout=PIPE)  # expect: command-injection
    out, _ = await proc.communicate()
    return out.decode()


async def execute_list(*command):
    proc = await asyncio.create_subprocess_exec(*command, stdout=PIPE)  # expect: argument-injection
    return (await proc.communicate())[0]


@audited
async def clone(request):
    data = await request.json()
    job = Job(data["repo"], data.get("ref", "main"), int(data.get("depth", 1)))
    run(["git", "clone", "--depth", str(job.depth), "--", job.repo], check=True)  # ok: command-injection
    run(f"git fetch --depth {job.depth}", shell=True)  # ok: command-injection
    run(f"git checkout {job.ref}", shell=True)  # expect: command-injection
    run("git checkout " + sanitize(job.ref), shell=True)  # ok: command-injection
    run("git checkout " + require_safe(job.ref), shell=True)  # ok: command-injection
    await execute("git log " + job.ref)
    await execute_list("git", "log", job.ref)
    return web.json_response({"ok": True})


async def step(request):
    data = await request.json()
    if data["tool"] not in TOOLS:
        raise web.HTTPNotFound()
    one = Step(data["tool"], data["args"])
    check_output(one.command())  # ok: command-injection
    check_output(one.line(), shell=True)  # expect: command-injection
    return web.Response(text="done")


async def deploy(request):
    os.system("deploy " + request.match_info["target"])  # expect: command-injection
    try:
        target = Target(request.match_info["target"])
    except ValueError:
        raise web.HTTPNotFound()
    os.system("deploy " + target.value)  # ok: command-injection
    Popen("deploy %(t)s" % {"t": target.name}, shell=True)  # ok: command-injection
    return web.Response()


async def queued(request):
    queue = deque(maxlen=10)
    queue.append("ls")
    queue.append(request.query["cmd"])
    first = queue.popleft()
    second = queue.popleft()
    os.system(first)  # ok: command-injection
    os.system(second)  # expect: command-injection
    return web.Response()


async def chosen(request):
    kind = request.query.get("kind")
    command = "uptime" if kind == "up" else "df -h" if kind == "disk" else None
    if command:
        os.system(command)  # ok: command-injection
    flag = "-v" if request.query.get("verbose") else ""
    os.system(f"report {flag}")  # ok: command-injection
    env = {"NAME": request.query["name"], "PATH": "/usr/bin"}
    run(["report"], env=env)  # ok: command-injection
    run("report \"$NAME\"", shell=True, env=env)  # ok: command-injection
    run("report", shell=True, input=request.query["name"].encode())  # ok: command-injection
    return web.Response()


async def remote(request):
    host = request.query["host"]
    if not re.match(r"^(?:[a-z0-9-]+\.)*[a-z0-9-]+$", host):
        raise web.HTTPBadRequest()
    connection = Connection("build.example.com")
    connection.run(f"ping -c 1 {host}")  # ok: command-injection
    connection.sudo("tail -n 5 " + request.query["file"])  # expect: command-injection
    connection.local(shlex.join(["tail", request.query["file"]]))  # ok: command-injection
    return web.Response()


@celery.task
def package(name, version):
    subprocess.call(["tar", "czf", f"{name}.tgz", name], stdout=DEVNULL)  # expect: argument-injection
    subprocess.call("tar czf %s.tgz %s" % (name, name), shell=True)  # expect: command-injection


async def enqueue(request):
    form = await request.post()
    package.delay(form["name"], version=form["version"])
    package.apply_async((form["name"],), {"version": "1"})
    return web.Response()


@task
def release(ctx, version):
    ctx.run("git tag v1.0")  # ok: command-injection
    ctx.run(f"git tag {version}")  # expect: command-injection
    local["git"]("tag", version)  # ok: command-injection


def main():
    command = sys.argv[1] if len(sys.argv) > 1 else "help"
    handlers = {"help": lambda: print("usage"), "list": lambda: os.system("ls")}
    handlers.get(command, handlers["help"])()
    if command == "show" and sys.argv[2].isalnum():
        os.system("show " + sys.argv[2])  # ok: command-injection
    if command == "open":
        os.system("xdg-open " + sys.argv[2])  # expect: command-injection
    config = json.load(open("/etc/bot.json"))
    os.system(config["hook"])


app = web.Application()
app.add_routes([
    web.post("/clone", clone),
    web.post("/step", step),
    web.post("/deploy/{target}", deploy),
    web.get("/queued", queued),
    web.get("/chosen", chosen),
    web.get("/remote", remote),
    web.post("/enqueue", enqueue),
])
