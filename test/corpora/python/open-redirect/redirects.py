from urllib.parse import urlparse

from django.http import HttpResponseRedirect
from django.shortcuts import redirect as django_redirect
from django.utils.http import url_has_allowed_host_and_scheme
from fastapi import FastAPI
from fastapi.responses import RedirectResponse
from flask import Flask, make_response, redirect, request, url_for

app = Flask(__name__)
api = FastAPI()


def is_safe(target):
    return urlparse(target).netloc == ""


@app.route("/a")
def a():
    return redirect(request.args["next"])  # expect: open-redirect


@app.route("/b")
def b():
    return redirect(url_for("home", next=request.args["next"]))  # ok: open-redirect


@app.route("/c")
def c():
    target = request.args.get("next") or url_for("home")
    return redirect(target, code=303)  # expect: open-redirect


@app.route("/d")
def d():
    if request.args["next"] in ("/home", "/cart"):
        return redirect(request.args["next"])  # ok: open-redirect
    return redirect("/profile/" + request.args["id"])  # ok: open-redirect


@app.route("/e")
def e():
    response = make_response("", 302)
    response.headers["Location"] = request.args["to"]  # expect: open-redirect
    return response


def dj(request):
    target = request.GET.get("next", "/")
    if url_has_allowed_host_and_scheme(target, allowed_hosts={request.get_host()}):
        return HttpResponseRedirect(target)  # ok: open-redirect
    return django_redirect("home")  # ok: open-redirect


def dj2(request):
    return HttpResponseRedirect(request.POST["next"])  # expect: open-redirect




@api.get("/r")
async def r(to: str):
    return RedirectResponse(url=to)  # expect: open-redirect
