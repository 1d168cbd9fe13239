from flask import Flask, jsonify, request

app = Flask(__name__)


@app.route("/settings")
def settings():
    given = eval(request.args["settings"])
    return jsonify(given["theme"])
