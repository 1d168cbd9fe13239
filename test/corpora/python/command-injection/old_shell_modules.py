"""Modules of Python 2 that run a shell, and other ways of the library that are met in code of that time."""

import logging

import libxml2
import popen2
import sqlalchemy
from django.utils.log import request_logger
from flask import Flask, request

app = Flask(__name__)


@app.route("/disk")
def disk():
    folder = request.args["folder"]
    popen2.popen3("du -s " + folder)  # expect: command-injection
    popen2.Popen4("du -s " + folder)  # expect: command-injection
    popen2.Popen3("du -s /var/lib")  # ok: command-injection
    request_logger.warning("size of " + folder)  # expect: log-injection
    request_logger.warning("size of %r", folder)  # ok: log-injection
    logging.getLogger("disk").info("asked")  # ok: log-injection
    return "ok"


@app.route("/stock")
def stock():
    item = request.args["item"]
    warehouse = libxml2.parseFile("warehouse.xml")
    warehouse.xpathEval("//item[@name='" + item + "']")  # expect: xpath-injection
    context = warehouse.xpathNewContext()
    context.xpathEval("//item[@price='" + item + "']")  # expect: xpath-injection
    context.xpathEval("//item")  # ok: xpath-injection
    sqlalchemy.sql.expression.TextClause("name = '" + item + "'")  # expect: sql-injection
    sqlalchemy.sql.expression.TextClause("name = :item").bindparams(item=item)  # ok: sql-injection
    return "ok"


if __name__ == "__main__":
    app.run("127.0.0.1", 8080, True)  # expect: debug-enabled
