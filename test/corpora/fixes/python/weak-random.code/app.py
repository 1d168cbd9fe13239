import random

from flask import Flask, jsonify

app = Flask(__name__)


@app.route("/code")
def code():
    otp = random.randint(100000, 999999)
    return jsonify(otp)
