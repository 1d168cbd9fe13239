import re

from flask import Flask, jsonify, request

app = Flask(__name__)
NOTES = ["a.b", "decoy-word"]


@app.route("/search")
def search():
    return jsonify([note for note in NOTES if re.search(request.args["q"], note)])
