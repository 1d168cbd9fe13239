from flask import Flask, request

app = Flask(__name__)


@app.route("/page")
def page():
    with open("docs/" + request.args["name"]) as file:
        return file.read()
