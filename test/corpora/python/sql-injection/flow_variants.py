import re
import sqlite3
from collections import OrderedDict, namedtuple
from enum import Enum
from functools import partial, wraps
from typing import Generic, TypeVar

from flask import Flask, abort, request

app = Flask(__name__)
db = sqlite3.connect(":memory:")
T = TypeVar("T")
COLUMNS = ("name", "age")
Pair = namedtuple("Pair", ["left", "right"])


class Direction(Enum):
    UP = "ASC"
    DOWN = "DESC"


class Box(Generic[T]):
    def __init__(self, value: T):
        self._value = value

    @property
    def value(self) -> T:
        return self._value


class Base:
    def build(self, value):
        raise NotImplementedError

    def run(self, value):
        return db.execute(self.build(value))  # expect: sql-injection


class Unsafe(Base):
    def build(self, value):
        return "SELECT * FROM t WHERE a = '" + value + "'"


def quoted(function):
    @wraps(function)
    def inner(*args, **kwargs):
        return "'" + function(*args, **kwargs) + "'"

    return inner


@quoted
def parameter(name):
    return request.args.get(name)


def numbers(text):
    for part in text.split(","):
        yield int(part)


def words(text):
    yield from text.split(",")


def require_safe(value):
    if not re.fullmatch(r"[A-Za-z0-9_]+", value):
        abort(400)
    return value


@app.route("/a")
def a():
    Unsafe().run(request.args["v"])
    db.execute("SELECT * FROM t WHERE b = " + parameter("b"))  # expect: sql-injection
    db.execute("SELECT * FROM t WHERE id IN (%s)" % ",".join(str(n) for n in numbers(request.args["ids"])))  # ok: sql-injection
    db.execute("SELECT * FROM t WHERE id IN (%s)" % ",".join(words(request.args["ids"])))  # expect: sql-injection
    return "ok"


@app.route("/b")
def b():
    column = request.args.get("column", "name")
    if column not in COLUMNS:
        abort(400)
    db.execute(f"SELECT * FROM t ORDER BY {column}")  # ok: sql-injection
    direction = Direction[request.args["d"]]
    db.execute(f"SELECT * FROM t ORDER BY name {direction.value}")  # ok: sql-injection
    table = require_safe(request.args["table"])
    db.execute("SELECT * FROM " + table)  # ok: sql-injection
    other = request.args["other"]
    db.execute("SELECT * FROM " + other)  # expect: sql-injection
    return "ok"


@app.route("/c", methods=["POST"])
def c():
    data = request.form
    pair = Pair(data["l"], "right")
    db.execute("SELECT '%s'" % pair.left)  # expect: sql-injection
    box = Box(data.get("boxed"))
    db.execute("SELECT '" + box.value + "'")  # expect: sql-injection
    conf = OrderedDict()
    conf["safe"] = "x"
    conf["bad"] = data["bad"]
    db.execute("SELECT '" + conf["safe"] + "'")  # ok: sql-injection
    db.execute("SELECT '" + conf["bad"] + "'")  # expect: sql-injection
    first, *rest = data["csv"].split(";")
    db.execute("SELECT '" + rest[0] + "'")  # expect: sql-injection
    find = partial(db.execute, "SELECT * FROM t WHERE x = ?")
    find((data["x"],))  # ok: sql-injection
    match data["kind"]:
        case "a":
            suffix = "LIMIT 1"
        case _:
            suffix = ""
    db.execute("SELECT * FROM t " + suffix)  # ok: sql-injection
    try:
        number = float(data["n"])
    except ValueError:
        number = 0
    db.execute(f"SELECT * FROM t WHERE n > {number}")  # ok: sql-injection
    text = "SELECT * FROM t WHERE m = "
    text += repr(data["m"])
    db.executescript(text)  # expect: sql-injection
    if (name := data.get("walrus")) is not None:
        db.execute("SELECT * FROM t WHERE w = '%s'" % name)  # expect: sql-injection
    q = lambda s: "SELECT * FROM t WHERE s = '" + s + "'"
    db.execute(q(data["s"]))  # expect: sql-injection
    db.execute(q("constant"))  # ok: sql-injection
    return "ok"
