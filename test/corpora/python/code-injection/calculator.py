import ast

from flask import Flask, request

app = Flask(__name__)
OPERATIONS = {"add": lambda a, b: a + b, "sub": lambda a, b: a - b}


@app.route("/calc")
def calc():
    expression = request.args["expr"]
    return str(eval(expression))  # expect: code-injection


@app.route("/calc/literal")
def literal():
    value = ast.literal_eval(request.args["expr"])  # ok: code-injection
    return str(type(value))


@app.route("/calc/table")
def table():
    operation = OPERATIONS[request.args["op"]]
    return str(operation(int(request.args["a"]), int(request.args["b"])))  # ok: code-injection


@app.route("/calc/number")
def number():
    return str(eval(str(int(request.args["n"])) + " * 2"))  # ok: code-injection


@app.route("/rule", methods=["POST"])
def rule():
    body = request.get_json()
    source = "def check(x):\n    return " + body["rule"]
    namespace = {}
    exec(compile(source, "rule", "exec"), namespace)  # expect: code-injection
    return "ok"
