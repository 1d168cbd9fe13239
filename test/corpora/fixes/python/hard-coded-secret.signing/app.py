import hashlib
import hmac

from flask import Flask, jsonify, request

app = Flask(__name__)
app.config["SECRET_KEY"] = "correct horse battery"


def sign(user):
    return hmac.new(app.config["SECRET_KEY"].encode(), user.encode(), hashlib.sha256).hexdigest()


@app.route("/token")
def token():
    return sign("guest")


@app.route("/me")
def me():
    return jsonify(hmac.compare_digest(sign(request.args["user"]), request.args["token"]))
