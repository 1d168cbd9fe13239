import os

from flask import Flask, request

app = Flask(__name__)


@app.route("/copy")
def copy():
    os.system("cp a.txt " + request.args["to"])
    return "ok"
