from flask import Flask, request

app = Flask(__name__)


@app.route("/quoted")
def quoted():
    text = request.args["text"]
    if not text.startswith("'") or not text.endswith("'") or "'" in text[1:-1]:
        return "a literal, please"
    return str(eval(text))  # ok: code-injection


@app.route("/inside")
def inside():
    text = request.args["text"]
    if "'" in text[1:-1]:
        return "no quotation marks, please"
    return str(eval(text))  # expect: code-injection


@app.route("/address/here")
def address():
    part = request.path.split("/")[1]
    return str(eval(part))  # ok: code-injection


@app.route("/address/<path:rest>")
def any_address(rest):
    part = request.path.split("/")[2]
    return str(eval(part))  # expect: code-injection
