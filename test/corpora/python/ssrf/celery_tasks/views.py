from flask import Flask, request

from tasks import fetch, ping

app = Flask(__name__)


@app.post("/fetch")
def start():
    fetch.delay(request.form["url"])
    ping.apply_async(args=[int(request.form["host"])])
    return "started", 202
