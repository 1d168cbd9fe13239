import random

from flask import Flask

app = Flask(__name__)


@app.route("/reset")
def reset():
    token = "".join(random.choice("0123456789abcdef") for _ in range(32))
    return token
