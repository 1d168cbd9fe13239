import subprocess

from flask import Flask, request

app = Flask(__name__)


def sh(command):
    return subprocess.run(command, shell=True, stdout=subprocess.PIPE, text=True).stdout


@app.route("/count")
def count():
    return sh("grep -c " + request.args["word"] + " a.txt").strip()
