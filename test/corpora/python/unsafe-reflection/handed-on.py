import importlib
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from threading import Thread

from flask import Flask, request

app = Flask(__name__)


def load_fixed(options, package):
    importlib.import_module(package)  # ok: unsafe-reflection


def load_chosen(options, package):
    importlib.import_module(options)  # expect: unsafe-reflection


def load_from_keywords(options, package):
    importlib.import_module(package)  # ok: unsafe-reflection


def load_from_keyword(options, package):
    importlib.import_module(options)  # expect: unsafe-reflection


def load_bound(options, package):
    importlib.import_module(package)  # ok: unsafe-reflection


def load_bound_choice(options, package):
    importlib.import_module(options)  # expect: unsafe-reflection


class Workers:
    def __init__(self):
        self.pool = ProcessPoolExecutor(2)

    def run(self, task, *args, **kwargs):
        return self.pool.submit(task, *args, **kwargs)


workers = Workers()


@app.route("/submitted")
def submitted():
    workers.run(load_fixed, options=request.args["options"], package="shop.reports")
    workers.run(load_chosen, options=request.args["options"], package="shop.reports")
    return ""


@app.route("/threads")
def threads():
    given = {"options": request.args["options"], "package": "shop.reports"}
    Thread(target=load_from_keywords, kwargs=given).start()
    Thread(target=load_from_keyword, kwargs=given).start()
    return ""


@app.route("/bound")
def bound():
    partial(load_bound, options=request.args["options"])(package="shop.reports")
    partial(load_bound_choice, options=request.args["options"])(package="shop.reports")
    return ""
