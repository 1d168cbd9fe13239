from django.http import HttpResponse
from flask import Flask, make_response

app = Flask(__name__)
app.config["SESSION_COOKIE_SECURE"] = False  # expect: insecure-cookie
app.config.update(SESSION_COOKIE_SECURE=True, SESSION_COOKIE_HTTPONLY=True)  # ok: insecure-cookie


@app.route("/a")
def a():
    r = make_response("x")
    r.set_cookie("session", "v")  # expect: insecure-cookie
    r.set_cookie("session", "v", secure=True, httponly=True, samesite="Lax")  # ok: insecure-cookie
    r.set_cookie("token", "v", secure=False, httponly=True)  # expect: insecure-cookie
    r.set_cookie("token", "v", secure=True, httponly=False)  # expect: insecure-cookie
    options = {"secure": True, "httponly": True, "samesite": "Strict"}
    r.set_cookie("token", "v", **options)  # ok: insecure-cookie
    r.delete_cookie("session")  # ok: insecure-cookie
    return r


def d(request):
    r = HttpResponse("x")
    r.set_cookie("auth", "v", httponly=True)  # expect: insecure-cookie
    r.set_signed_cookie("auth", "v", secure=True, httponly=True, samesite="Lax")  # ok: insecure-cookie
    return r
