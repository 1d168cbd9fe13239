import os

from flask import Flask

app = Flask(__name__)
worker = Flask("worker")


@app.route("/")
def index():
    return "ok"


def development():
    app.run(host="127.0.0.1", debug=True)  # expect: debug-enabled


def production():
    app.run(host="127.0.0.1", debug=False)  # ok: debug-enabled


def by_environment():
    worker.run(debug=bool(os.environ.get("DEBUG")))  # ok: debug-enabled
    worker.run(port=8000)  # ok: debug-enabled


worker.config["DEBUG"] = True  # expect: debug-enabled


def by_position():
    worker.run("127.0.0.1", 8000, True)  # expect: debug-enabled
    worker.run("127.0.0.1", 8000, False)  # ok: debug-enabled
