# Functions that answer the request themselves where their argument is not as it should be.
import os

from flask import Flask, abort, request

app = Flask(__name__)

FOLDERS = ("docs", "media")


def known_or_abort(folder):
    if folder not in FOLDERS:
        abort(404)


def logged(folder):
    if folder not in FOLDERS:
        print("unknown")


@app.route("/ls")
def ls():
    folder = request.args["folder"]
    known_or_abort(folder)
    os.system("ls " + folder)  # ok: command-injection
    other = request.args["other"]
    logged(other)
    os.system("ls " + other)  # expect: command-injection
    return ""
