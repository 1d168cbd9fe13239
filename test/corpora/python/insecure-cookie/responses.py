from django.http import HttpResponse
from flask import Flask, make_response, request

app = Flask(__name__)
app.config["SESSION_COOKIE_HTTPONLY"] = False  # expect: insecure-cookie
app.config["SESSION_COOKIE_SECURE"] = True  # ok: insecure-cookie


@app.route("/login", methods=["POST"])
def login():
    response = make_response("welcome")
    response.set_cookie("session_token", "abc", secure=False, httponly=True)  # expect: insecure-cookie
    response.set_cookie("auth", "abc")  # expect: insecure-cookie
    response.set_cookie("sid", "abc", secure=True, httponly=True, samesite="Lax")  # ok: insecure-cookie
    response.set_cookie("theme", "dark")  # ok: insecure-cookie
    return response


def view(request):
    response = HttpResponse("ok")
    response.set_cookie("sessionid", "x", secure=True, httponly=False)  # expect: insecure-cookie
    response.set_cookie("sessionid", "x", secure=True, httponly=True)  # ok: insecure-cookie
    return response
