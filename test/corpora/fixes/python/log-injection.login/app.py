import logging

from flask import Flask, request

app = Flask(__name__)
log = logging.getLogger("app")


@app.route("/login")
def login():
    log.warning("login of " + request.args["user"])
    return "ok"
