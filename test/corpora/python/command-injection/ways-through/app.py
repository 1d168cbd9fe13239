import asyncio
import contextlib
import dataclasses
import functools
import itertools
import os
import subprocess
import sqlite3
from collections import defaultdict, namedtuple
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple, TypedDict
from flask import Flask, request, g, current_app
from .store import Store, Base, build_query, SafeStore

app = Flask(__name__)
Pair = namedtuple("Pair", "left right")


@dataclasses.dataclass
class Job:
    name: str
    args: list[str] = dataclasses.field(default_factory=list)

    @property
    def line(self):
        return f"{self.name} {' '.join(self.args)}"

    def __str__(self):
        return self.line


class Row(NamedTuple):
    table: str
    count: int


def logged(fn):
    @functools.wraps(fn)
    def inner(*args, **kwargs):
        return fn(*args, **kwargs)
    return inner


def with_arg(fn):
    def inner():
        return fn(request.args["x"])
    return inner


def run(cmd, *, shell=True):
    subprocess.run(cmd, shell=shell)  # expect: command-injection


@app.route("/deco")
@with_arg
def deco(x):
    os.system("echo " + x)  # expect: command-injection
    return ""


@contextlib.contextmanager
def opened(name):
    yield "/tmp/" + name


@app.route("/flows")
def flows():
    q = request.args
    run(q["a"])
    job = Job(q["b"], ["-l"])
    os.system(job.line)  # expect: command-injection
    os.system(str(Job(q["b2"])))  # expect: command-injection
    os.system(Job("ls", [q["c"]]).line)  # expect: command-injection
    row = Row(q["t"], 3)
    sqlite3.connect("x").execute("select * from " + row.table)  # expect: sql-injection
    sqlite3.connect("x").execute(f"select {row.count}")  # ok: sql-injection
    pair = Pair("ls", q["d"])
    os.system(pair.right)  # expect: command-injection
    left, *rest = q["e"].split()
    os.system(rest[0])  # expect: command-injection
    os.system({"a": "ls", "b": "pwd"}.get(q["f"], "true"))  # ok: command-injection
    d = defaultdict(list)
    d["k"].append(q["g"])
    os.system(d["k"][0])  # expect: command-injection
    os.system(" ".join(d["other"]))  # ok: command-injection
    for a, b in zip(["x"], q.getlist("h")):
        os.system(a)  # ok: command-injection
        os.system(b)  # expect: command-injection
    cmds = [c for c in q.getlist("i") if c in ("ls", "pwd")]
    for c in cmds:
        os.system(c)  # ok: command-injection
    with opened(q["j"]) as p:
        os.system("cat " + p)  # expect: command-injection
    part = functools.partial(subprocess.run, shell=True)
    part(q["k"])  # expect: command-injection
    with ThreadPoolExecutor() as ex:
        ex.submit(os.system, q["l"])  # expect: command-injection
    asyncio.run(later(q["n"]))
    if (w := q.get("o")) and w.isalnum():
        os.system("id " + w)  # ok: command-injection
    match q.get("p"):
        case "a" | "b" as known:
            os.system("run " + known)  # ok: command-injection
        case other:
            os.system("run " + other)  # expect: command-injection
    n = q.get("q", type=int)
    os.system(f"head -n {n}")  # ok: command-injection
    s = "%(cmd)s" % {"cmd": q["r"]}
    os.system(s)  # expect: command-injection
    t = "{}".format(len(q["s"]))
    os.system(t)  # ok: command-injection
    lines = "\n".join(f"{k}={v}" for k, v in q.items())
    os.system("echo " + lines)  # expect: command-injection
    kw = dict(name=q["u"])
    greet(**kw)
    args = (q["v"],)
    greet(*args)
    handlers = {"g": greet, "s": safe}
    handlers[q["w"]](q["x"])
    lam = lambda v: os.system(v)  # expect: command-injection
    lam(q["y"])
    try:
        raise ValueError(q["z"])
    except ValueError:
        pass
    Store().find(q["n1"])
    SafeStore().find(q["n2"])
    sqlite3.connect("x").execute(build_query("t", q["n3"]))  # expect: sql-injection
    sqlite3.connect("x").execute(build_query("t", "fixed"))  # ok: sql-injection
    return ""


def greet(name):
    os.system("echo " + name)  # expect: command-injection


def safe(name):
    subprocess.run(["echo", name])  # ok: command-injection


async def later(cmd):
    await asyncio.sleep(0)
    os.system(cmd)  # expect: command-injection
