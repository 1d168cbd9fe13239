import os

from flask import Flask, request

from .util.flask import argument
from .util.tasks import start

app = Flask(__name__)


@app.route("/start")
def start_task():
    start(request.args["name"])
    os.system(argument("command"))  # expect: command-injection
    return "started"
