from flask import Flask, request

app = Flask(__name__)


@app.route("/")
def greet():
    return "<h1>Hello " + request.args["name"] + "</h1>"
