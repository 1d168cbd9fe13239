"""Ways that a value takes through the language."""
import contextlib
import functools
import itertools
import operator
import os
import re
import string
import subprocess
import unicodedata
from collections import ChainMap, Counter, OrderedDict, UserDict
from dataclasses import dataclass, field, replace
from types import MappingProxyType, SimpleNamespace

from flask import Flask, request

app = Flask(__name__)
CHOICES = MappingProxyType({"up": "uptime", "df": "df -h"})
KINDS = ("a", "b")
_last = None


def run(cmd):
    os.system(cmd)  # expect: command-injection


def arg(name="x"):
    return request.args.get(name, "")


@dataclass
class Box:
    value: str = ""
    other: str = "ls"
    parts: list = field(default_factory=list)

    def __post_init__(self):
        self.line = "echo " + self.value


class Lazy:
    def __init__(self, value):
        self._value = value

    @property
    def value(self):
        return self._value

    @value.setter
    def value(self, new):
        self._value = re.sub(r"[^a-z]", "", new)

    def __str__(self):
        return self._value

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        return False


class Headers(UserDict):
    pass


def lines(text):
    for line in text.splitlines():
        yield line


def pair(value):
    return value, "ls"


@app.get("/1")
def one():
    x = arg()
    box = Box(x)
    os.system(box.line)  # expect: command-injection
    os.system(box.other)  # ok: command-injection
    os.system(replace(box, value="ls").value)  # ok: command-injection
    a, b = pair(x)
    os.system(b)  # ok: command-injection
    os.system(a)  # expect: command-injection
    (c, d), e = ("ls", x), "ls"
    os.system(c + e)  # ok: command-injection
    os.system(d)  # expect: command-injection
    return ""


@app.get("/2")
def two():
    lazy = Lazy("ls")
    lazy.value = arg()
    os.system(lazy.value)  # ok: command-injection
    raw = Lazy(arg())
    os.system(raw.value)  # expect: command-injection
    os.system(f"echo {raw}")  # expect: command-injection
    with Lazy(arg()) as held:
        os.system(held.value)  # expect: command-injection
    return ""


@app.get("/3")
def three():
    for line in lines(arg()):
        os.system(line)  # expect: command-injection
    first = next(iter(lines(arg())), "")
    os.system(first)  # expect: command-injection
    for n, line in enumerate(lines(arg())):
        os.system("sleep %d" % n)  # ok: command-injection
    joined = functools.reduce(lambda all_, one_: all_ + " " + one_, [arg("a"), arg("b")])
    os.system(joined)  # expect: command-injection
    for a, b in itertools.zip_longest(KINDS, [arg()], fillvalue="ls"):
        os.system(a)  # ok: command-injection
        subprocess.run(b, shell=True)  # expect: command-injection
    return ""


@app.get("/4")
def four():
    x = arg()
    os.system("echo {x}".format_map({"x": x}))  # expect: command-injection
    os.system("echo %(x)s" % {"x": x})  # expect: command-injection
    os.system(string.Template("echo $x").substitute(x=x))  # expect: command-injection
    os.system(string.Template("echo $x").safe_substitute({"x": "ls"}))  # ok: command-injection
    os.system(b" ".join([b"echo", x.encode()]).decode())  # expect: command-injection
    os.system(x[:10])  # expect: command-injection
    os.system("echo " + x.partition(":")[2])  # expect: command-injection
    os.system(re.sub(r"\W", "", x))  # ok: command-injection
    os.system(re.sub(r"[^\w.-]+", "_", x))  # ok: command-injection
    os.system(re.sub(r"\s+", " ", x))  # expect: command-injection
    os.system("echo " + str(len(x)))  # ok: command-injection
    os.system("echo " + str(x.count("a")))  # ok: command-injection
    os.system(unicodedata.normalize("NFKC", x))  # expect: command-injection
    os.system(x.translate(str.maketrans("", "", string.digits)))  # expect: command-injection
    return ""


@app.get("/5")
def five():
    x = arg()
    os.system(CHOICES[x])  # ok: command-injection
    os.system(CHOICES.get(x, "ls"))  # ok: command-injection
    os.system(CHOICES.get(x, x))  # expect: command-injection
    merged = ChainMap({"k": "ls"}, {"u": x})
    os.system(merged["u"])  # expect: command-injection
    spaced = SimpleNamespace(user=x, fixed="ls")
    os.system(spaced.fixed)  # ok: command-injection
    os.system(spaced.user)  # expect: command-injection
    ordered = OrderedDict(a=x)
    ordered["b"] = "ls"
    os.system(ordered["b"])  # ok: command-injection
    os.system(ordered["a"])  # expect: command-injection
    os.system("echo %s" % len(Counter(x.split())))  # ok: command-injection
    heads = Headers()
    heads["h"] = x
    os.system(heads["h"])  # expect: command-injection
    return ""


@app.get("/6")
def six():
    try:
        number = int(arg())
    except ValueError:
        number = 0
    os.system(f"sleep {number}")  # ok: command-injection
    with contextlib.suppress(ValueError):
        os.system(f"sleep {float(arg())}")  # ok: command-injection
    try:
        x = arg()
        if x not in KINDS:
            raise KeyError(x)
    except KeyError:
        return "no"
    else:
        os.system("show " + x)  # ok: command-injection
    try:
        y = arg("y")
        assert y.isalnum(), "bad"
        os.system("show " + y)  # ok: command-injection
    finally:
        pass
    if (m := re.fullmatch(r"(\d+)-(\w+)", arg("z"))) is not None:
        os.system(f"show {m.group(1)} {m[2]}")  # ok: command-injection
    if m := re.match(r"cmd=(.*)", arg("z")):
        os.system(m.group(1))  # expect: command-injection
    return ""


@app.get("/7")
def seven():
    global _last
    _last = arg()
    return ""


@app.get("/8")
def eight():
    os.system(_last or "ls")  # expect: command-injection
    last = _last
    local = last if last in KINDS else "a"
    os.system(local)  # ok: command-injection
    return ""


def make(prefix):
    def call(value):
        return f"{prefix} {value}"

    return call


@app.get("/9")
def nine():
    echo = make("echo")
    evil = make(arg())
    os.system(echo("x"))  # ok: command-injection
    os.system(evil("x"))  # expect: command-injection
    os.system(functools.partial(make("echo"), "fixed")())  # ok: command-injection
    pick = operator.attrgetter("other")
    os.system(pick(Box(arg())))  # ok: command-injection
    run("echo " + arg())
    commands = {"a": lambda v: "echo a", "b": lambda v: "echo " + v}
    os.system(commands["a"](arg()))  # ok: command-injection
    os.system(commands["b"](arg()))  # expect: command-injection
    words = [w for w in arg().split() if w.isalpha()]
    os.system(" ".join(words))  # ok: command-injection
    kept = list(filter(str.isalnum, arg().split()))
    os.system(" ".join(kept))  # ok: command-injection
    numbers = map(int, arg().split(","))
    os.system("kill " + " ".join(map(str, numbers)))  # ok: command-injection
    first, *rest = "ls", arg()
    os.system(first)  # ok: command-injection
    os.system(rest[0])  # expect: command-injection
    if False:
        os.system(arg())  # ok: command-injection
    return ""
