from flask import Flask, request, session

app = Flask(__name__)
THEMES = ("light", "dark")


@app.route("/prefs", methods=["POST"])
def prefs():
    session["role"] = request.form["role"]  # expect: trust-boundary
    theme = request.form["theme"]
    if theme in THEMES:
        session["theme"] = theme  # ok: trust-boundary
    session["visits"] = int(request.form["visits"])  # ok: trust-boundary
    return "saved"
