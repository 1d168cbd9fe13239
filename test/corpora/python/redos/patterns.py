import re

from flask import Flask, request

app = Flask(__name__)
EMAIL = re.compile(r"^([a-zA-Z0-9])(([\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+$")
NAME = re.compile(r"^[a-z]{1,30}$")


@app.route("/a")
def a():
    q = request.args["q"]
    EMAIL.match(q)  # expect: redos
    NAME.match(q)  # ok: redos
    re.match(r"(a+)+b", q)  # expect: redos
    re.search(q, "text")  # expect: regex-injection
    re.search(re.escape(q), "text")  # ok: regex-injection
    re.sub("x" + q, "", "text")  # expect: regex-injection
    return "ok"
