import os

from flask import Flask, request

app = Flask(__name__)


@app.route("/sorted")
def sort():
    os.system("cat words.txt | sort > " + request.args["to"])
    return "ok"
