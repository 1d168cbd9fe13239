from flask import Flask, request

from company.acme.shell import call

app = Flask(__name__)


@app.route("/call")
def route():
    call(request.args["text"])
    return ""
