import logging

from flask import Flask, request

app = Flask(__name__)
log = logging.getLogger(__name__)


@app.route("/a")
def a():
    user = request.args["user"]
    log.info("user %s", user)  # expect: log-injection
    app.logger.warning("user " + user)  # expect: log-injection
    logging.error(f"user {user}")  # expect: log-injection
    log.info("user %r", user)  # ok: log-injection
    log.info("user %s", user.replace("\r", "").replace("\n", ""))  # ok: log-injection
    log.info("id %d", int(request.args["id"]))  # ok: log-injection
    return "ok"
