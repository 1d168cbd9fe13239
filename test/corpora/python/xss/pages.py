import html
import json

import bleach
from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.html import conditional_escape, escape, format_html
from django.utils.safestring import mark_safe
from fastapi import FastAPI
from fastapi.responses import HTMLResponse, PlainTextResponse
from flask import Flask, Response, jsonify, make_response, render_template, request
from markupsafe import Markup
from markupsafe import escape as mescape

app = Flask(__name__)
api = FastAPI()


@app.route("/1")
def one():
    return "<h1>" + request.args["name"] + "</h1>"  # expect: xss


@app.route("/2")
def two():
    return f"<h1>{html.escape(request.args['name'])}</h1>"  # ok: xss


@app.route("/3")
def three():
    return jsonify(name=request.args["name"])  # ok: xss


@app.route("/4")
def four():
    return render_template("page.html", name=request.args["name"])  # ok: xss


@app.route("/5")
def five():
    response = make_response("<p>%s</p>" % request.cookies.get("theme"))  # expect: xss
    return response


@app.route("/6")
def six():
    return Response(request.args["q"], mimetype="text/plain")  # ok: xss


@app.route("/7")
def seven():
    return {"q": request.args["q"]}  # ok: xss


@app.route("/8")
def eight():
    return "<p>" + bleach.clean(request.args["q"]) + "</p>"  # ok: xss


@app.route("/9")
def nine():
    return str(Markup("<p>%s</p>") % request.args["q"])  # ok: xss


@app.route("/10")
def ten():
    return Markup("<p>" + request.args["q"] + "</p>")  # expect: xss


@app.route("/11")
def eleven():
    rows = "".join("<li>%s</li>" % mescape(x) for x in request.args.getlist("x"))
    return "<ul>" + rows + "</ul>"  # ok: xss


@app.route("/12")
def twelve():
    rows = "".join(["<li>%s</li>" % x for x in request.args.getlist("x")])
    return "<ul>" + rows + "</ul>", 200  # expect: xss


def d1(request):
    return HttpResponse("Hello " + request.GET["name"])  # expect: xss


def d2(request):
    return HttpResponse("Hello " + escape(request.GET["name"]))  # ok: xss


def d3(request):
    return HttpResponse(format_html("<p>{}</p>", request.GET["name"]))  # ok: xss


def d4(request):
    bio = mark_safe("<p>" + request.POST.get("bio") + "</p>")  # expect: xss
    return render(request, "bio.html", {"bio": bio})


def d5(request):
    return HttpResponse(json.dumps({"a": request.GET["a"]}), content_type="application/json")  # ok: xss


def d6(request):
    return JsonResponse({"a": request.GET["a"]})  # ok: xss


@api.get("/f1", response_class=HTMLResponse)
def f1(name: str):
    return "<h1>" + name + "</h1>"  # expect: xss


@api.get("/f2")
def f2(name: str):
    return "Hello " + name  # ok: xss


@api.get("/f3")
def f3(name: str):
    return HTMLResponse(f"<h1>{name}</h1>")  # expect: xss


@api.get("/f4")
def f4(name: str):
    return PlainTextResponse(name)  # ok: xss
