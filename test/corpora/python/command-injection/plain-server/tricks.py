import functools
import itertools
import operator
import os
import collections
import contextlib
from flask import Flask, request, Blueprint, g, current_app, views

bp = Blueprint("t", __name__)


def arg(name, default=None):
    return request.values.get(name, default)


class Command:
    __slots__ = ("parts",)

    def __init__(self, *parts):
        self.parts = list(parts)

    def __add__(self, other):
        return Command(*self.parts, other)

    def __str__(self):
        return " ".join(self.parts)

    def __enter__(self):
        return self

    def __exit__(self, *a):
        os.system(str(self))


class Quiet(Command):
    def __str__(self):
        return "true"


@bp.before_request
def load():
    g.tenant = request.headers.get("X-Tenant")


@bp.route("/t1")
def t1():
    with Command("echo") + arg("a"):
        pass
    os.system("du " + g.tenant)  # expect: command-injection
    return ""


@bp.route("/t2")
def t2():
    values = map(str.strip, arg("list", "").split(","))
    os.system("ls " + " ".join(values))  # expect: command-injection
    sizes = list(map(int, arg("list", "").split(",")))
    os.system("ls " + str(sum(sizes)))  # ok: command-injection
    os.system("ls " + str(sizes[0]))  # ok: command-injection
    joined = functools.reduce(operator.add, [arg("a"), "b"])
    os.system(joined)  # expect: command-injection
    first = next(iter(request.args.values()))
    os.system("x" + first)  # expect: command-injection
    d = collections.OrderedDict(request.form)
    os.system("x" + d["k"])  # expect: command-injection
    cnt = collections.Counter(arg("a"))
    os.system("x%d" % cnt.total())  # ok: command-injection
    return ""


@bp.route("/t3")
def t3():
    x = arg("x")
    mode = "safe"
    if mode == "unsafe":
        os.system(x)  # ok: command-injection
    match arg("kind"):
        case "a" | "b" as kind:
            os.system("run " + kind)  # ok: command-injection
        case other:
            os.system("run " + other)  # expect: command-injection
    if (y := arg("y")) in {"1", "2"}:
        os.system("run " + y)  # ok: command-injection
    conf = {"cmd": "ls", "arg": x}
    os.system(conf["cmd"])  # ok: command-injection
    conf.update(cmd=x)
    os.system(conf["cmd"])  # expect: command-injection
    del conf["cmd"]
    os.system(conf.get("cmd", "ls"))  # ok: command-injection
    try:
        raise ValueError("bad value: " + x)
    except ValueError as e:
        os.system("echo " + str(e))  # expect: command-injection
    lst = [x, "a"]
    lst.pop(0)
    os.system(lst[0])  # ok: command-injection
    f = {"run": os.system, "log": print}["run"]
    f(x)  # expect: command-injection
    getattr(os, "system")(x)  # expect: command-injection
    return ""


class V(views.MethodView):
    decorators = []

    def post(self, name):
        os.system("touch " + name)  # expect: command-injection
        return ""


bp.add_url_rule("/v/<name>", view_func=V.as_view("v"))
bp.add_url_rule("/w/<int:name>", view_func=lambda name: str(os.system(f"touch {name}")))  # ok: command-injection
