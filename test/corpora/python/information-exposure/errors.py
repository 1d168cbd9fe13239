import logging
import traceback

from flask import Flask, request

app = Flask(__name__)


@app.route("/report")
def report():
    try:
        return {"n": 100 / int(request.args["n"])}
    except ZeroDivisionError:
        logging.error(traceback.format_exc())  # ok: information-exposure
        return "could not divide", 500


@app.route("/debug")
def debug():
    try:
        return {"n": 100 / int(request.args["n"])}
    except Exception:
        return "<pre>" + traceback.format_exc() + "</pre>", 500  # expect: information-exposure
