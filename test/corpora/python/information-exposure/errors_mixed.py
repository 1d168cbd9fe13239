import traceback

from flask import Flask

app = Flask(__name__)


@app.route("/a")
def a():
    try:
        return work()
    except Exception:
        return traceback.format_exc(), 500  # expect: information-exposure


@app.route("/b")
def b():
    try:
        return work()
    except Exception:
        app.logger.exception("failed")
        return "internal error", 500  # ok: information-exposure


def work():
    return "x"
