import html

from flask import Flask, Markup, escape, jsonify, make_response, redirect, render_template, request, url_for

app = Flask(__name__)


@app.route("/hello")
def hello():
    name = request.args.get("name", "")
    return "<h1>Hello " + name + "</h1>"  # expect: xss


@app.route("/hello/escaped")
def hello_escaped():
    name = request.args.get("name", "")
    return "<h1>Hello " + str(escape(name)) + "</h1>"  # ok: xss


@app.route("/hello/html")
def hello_html():
    return f"<p>{html.escape(request.args['name'])}</p>"  # ok: xss


@app.route("/user/<name>")
def user(name):
    body = "<p>%s</p>" % name
    return make_response(body, 200)  # expect: xss


@app.route("/tuple")
def with_status():
    return "No such page: " + request.args["page"], 404  # expect: xss


@app.route("/json")
def as_json():
    return jsonify(name=request.args["name"])  # ok: xss


@app.route("/dict")
def as_dict():
    return {"name": request.args["name"]}  # ok: xss


@app.route("/number/<int:count>")
def number(count):
    return "<p>%d items</p>" % count  # ok: xss


@app.route("/template")
def template():
    return render_template("x.html", name=request.args["name"])  # ok: xss


@app.route("/markup")
def markup():
    title = Markup("<b>" + request.args["title"] + "</b>")  # expect: xss
    return render_template("x.html", title=title)


@app.route("/markup/safe")
def markup_safe():
    title = Markup("<b>%s</b>") % request.args["title"]  # ok: xss
    return render_template("x.html", title=title)


@app.route("/home")
def home():
    return redirect(url_for("hello", name=request.args["name"]))  # ok: xss


@app.route("/plain")
def plain():
    response = make_response("ok")
    response.headers["Content-Type"] = "text/plain"
    return response  # ok: xss
