import re

from flask import Flask, request

app = Flask(__name__)
MAIL = re.compile(r"^([a-zA-Z0-9_.+-]+)+@example\.org$")
SIMPLE = re.compile(r"^[a-z]+@example\.org$")


@app.route("/check")
def check():
    mail = request.args["mail"]
    if MAIL.match(mail):  # expect: redos
        return "member"
    if SIMPLE.match(mail):  # ok: redos
        return "simple"
    return "none"


@app.route("/words")
def words():
    text = request.args["text"]
    found = re.findall(r"(\w+\s?)*!", text)  # expect: redos
    digits = re.findall(r"\d+", text)  # ok: redos
    return {"n": len(found) + len(digits)}


def constant():
    return re.match(r"^(a+)+$", "aaaaaaaa")  # ok: redos
