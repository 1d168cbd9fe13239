from flask import Flask, request, session

app = Flask(__name__)
LANGUAGES = ["de", "en"]


@app.route("/a")
def a():
    session["role"] = request.args["role"]  # expect: trust-boundary
    session["page"] = int(request.args["page"])  # ok: trust-boundary
    lang = request.args["lang"]
    if lang in LANGUAGES:
        session["lang"] = lang  # ok: trust-boundary
    session["user"] = lookup()  # ok: trust-boundary
    return "ok"


def lookup():
    return 7
