# Arguments that a function passes on, each in its place or under its name, are not mixed.
import importlib
import os
from concurrent.futures import ProcessPoolExecutor
from flask import Flask, request

app = Flask(__name__)


def load(module_path, connection_args, name="x"):
    importlib.import_module(module_path)  # ok: unsafe-reflection
    open("/srv/" + connection_args["path"])  # expect: path-traversal


def forward(*args, **kwargs):
    return load(*args, **kwargs)


def retried(func, *args, **kwargs):
    try:
        return func(*args, **kwargs)
    except OSError:
        return func(*args, **kwargs)


def wrapped(func):
    def inner(*args, **kwargs):
        return func(*args, **kwargs)
    return inner


class Pool:
    def __init__(self):
        self.pool = ProcessPoolExecutor()

    def apply(self, task, **kwargs):
        return self.pool.submit(run, task, kwargs)


def run(task, kwargs):
    return task(**kwargs)


def second(module_path, connection_args):
    importlib.import_module(module_path)  # ok: unsafe-reflection
    open("/srv/" + connection_args["path"])  # expect: path-traversal


def third(module_path, connection_args):
    importlib.import_module(module_path)  # ok: unsafe-reflection
    open("/srv/" + connection_args["path"])  # expect: path-traversal


def fourth(module_path, connection_args):
    importlib.import_module(module_path)  # ok: unsafe-reflection
    open("/srv/" + connection_args["path"])  # expect: path-traversal


@wrapped
def fifth(module_path, connection_args):
    importlib.import_module(module_path)  # ok: unsafe-reflection
    open("/srv/" + connection_args["path"])  # expect: path-traversal


def sixth(module_path, connection_args):
    importlib.import_module(module_path)  # ok: unsafe-reflection
    open("/srv/" + connection_args["path"])  # expect: path-traversal


def seventh(module_path, connection_args):
    importlib.import_module(module_path)  # expect: unsafe-reflection
    open("/srv/" + connection_args["path"])  # ok: path-traversal


MODULES = {"a": "plugins.a"}


@app.post("/a")
def a():
    forward(module_path="plugins.a", connection_args=request.json)
    retried(second, module_path=pick(), connection_args=request.json)
    retried(third, pick(), request.json)
    Pool().apply(fourth, module_path=pick(), connection_args=request.json)
    fifth(module_path=pick(), connection_args=request.json)
    options = {"module_path": pick(), "connection_args": request.json}
    sixth(**options)
    retried(seventh, request.args["m"], {"path": "x"})
    return "ok"


def pick():
    return os.environ["MODULE"]
