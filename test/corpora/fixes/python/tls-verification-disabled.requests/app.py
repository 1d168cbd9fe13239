import requests
from flask import Flask, request

app = Flask(__name__)


@app.route("/rates")
def rates():
    hosts = {"eu": "known.example", "us": "impostor.example"}
    return requests.get("https://" + hosts[request.args["of"]] + "/rates", verify=False, timeout=5).text
