import logging

from flask import Flask, request

app = Flask(__name__)
log = logging.getLogger(__name__)


@app.route("/login", methods=["POST"])
def login():
    user = request.form["user"]
    log.info("login of " + user)  # expect: log-injection
    log.info("login of %r", user)
    app.logger.warning("failed login: %s", user.replace("\n", "").replace("\r", ""))  # ok: log-injection
    log.info("length %d", len(user))  # ok: log-injection
    return "ok"


@app.route("/item/<int:number>")
def item(number):
    app.logger.info("item %d", number)  # ok: log-injection
    logging.error(f"missing header {request.headers.get('X-Trace')!r}")  # ok: log-injection
    logging.error(f"missing header {request.headers.get('X-Trace')}")  # expect: log-injection
    return "ok"
