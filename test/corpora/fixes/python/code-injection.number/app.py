from flask import Flask, jsonify, request

app = Flask(__name__)


@app.route("/pages")
def pages():
    return jsonify(int(eval(request.args["count"])) // 10)
