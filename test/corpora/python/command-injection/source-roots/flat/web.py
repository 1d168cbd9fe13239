from flask import Flask, request
from store import keep

app = Flask(__name__)


@app.route("/keep")
def route():
    keep(request.args["name"])
    return ""
