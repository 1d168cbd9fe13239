import ast
import importlib

from django.http import HttpResponse, JsonResponse
from flask import Flask, request

app = Flask(__name__)


@app.route("/a")
def a():
    x = eval(request.args["expr"])  # expect: code-injection
    y = ast.literal_eval(request.args["expr"])  # ok: code-injection
    exec("value = " + request.args["value"])  # expect: code-injection
    code = compile(request.args["src"], "<s>", "exec")  # expect: code-injection
    z = eval("1 + 1", {"__builtins__": {}})  # ok: code-injection
    return str(x)


def view(request):
    module = importlib.import_module(request.GET["module"])  # expect: unsafe-reflection
    name = request.GET["name"]
    handler = getattr(module, name)  # expect: unsafe-reflection
    allowed = {"start", "stop"}
    if name in allowed:
        getattr(module, name)()  # ok: unsafe-reflection
    importlib.import_module("json")  # ok: unsafe-reflection
    return JsonResponse({})
