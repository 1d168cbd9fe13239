import json

from django.http import HttpResponse
from flask import Flask, Response, make_response, request

app = Flask(__name__)


@app.route("/json-header")
def json_header():
    answer = make_response(json.dumps(request.args["name"]))  # ok: xss
    answer.headers["Content-Type"] = "application/json; charset=utf-8"
    return answer


@app.route("/json-set")
def json_set():
    answer = make_response(json.dumps(request.args["name"]))  # ok: xss
    answer.headers.set("Content-Type", "application/json")
    return answer


@app.route("/page-set")
def page_set():
    answer = make_response(json.dumps(request.args["name"]))  # expect: xss
    answer.headers.set("Content-Type", "text/html")
    return answer


@app.route("/other-header")
def other_header():
    answer = make_response("<p>" + request.args["name"])  # expect: xss
    answer.headers["Cache-Control"] = "no-store"
    return answer


def problem(status, detail):
    return Response(
        response=json.dumps({"detail": detail}),  # ok: xss
        status=status,
        headers={"Content-Type": "application/problem+json"},
    )


@app.route("/problem")
def show_problem():
    return problem(404, request.args["name"])


@app.route("/by-place")
def by_place():
    return Response(json.dumps(request.args["name"]), 200, {"content-type": "application/json"})  # ok: xss


@app.route("/type-by-place")
def type_by_place():
    return Response(json.dumps(request.args["name"]), 200, None, "application/json")  # ok: xss


@app.route("/page-by-place")
def page_by_place():
    return Response("<p>" + request.args["name"], 200, {"X-Frame-Options": "DENY"})  # expect: xss


def view(request):
    answer = HttpResponse(json.dumps(request.GET["name"]))  # ok: xss
    answer["Content-Type"] = "application/json"
    return answer


def view_headers(request):
    return HttpResponse(json.dumps(request.GET["name"]), headers={"Content-Type": "application/json"})  # ok: xss


def view_page(request):
    return HttpResponse("<p>" + request.GET["name"], headers={"X-Frame-Options": "DENY"})  # expect: xss
