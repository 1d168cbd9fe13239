import requests
from flask import request

from .views import app


@app.route("/fetch")
def fetch():
    requests.get(request.args["host"])  # expect: ssrf
    return "fetched"
