from flask import Flask, make_response

app = Flask(__name__)


@app.route("/login")
def login():
    answer = make_response("ok")
    answer.set_cookie("session", "abc", httponly=False, secure=False, path="/")
    return answer
