import html
import json
from flask import Flask, request, make_response, render_template_string, render_template, Response, redirect, url_for, escape
from markupsafe import Markup
from urllib.parse import urlparse, urljoin, quote
import bleach

app = Flask(__name__)


@app.route("/x1")
def x1():
    return "<h1>Hello " + request.args.get("n", "") + "</h1>"  # expect: xss


@app.route("/x2")
def x2():
    return "<h1>Hello " + html.escape(request.args.get("n", "")) + "</h1>"  # ok: xss


@app.route("/x3")
def x3():
    resp = make_response(f"<p>{request.cookies['theme']}</p>")  # expect: xss
    return resp


@app.route("/x4")
def x4():
    resp = Response(json.dumps({"n": request.args["n"]}), mimetype="application/json")  # ok: xss
    return resp


@app.route("/x5")
def x5():
    return {"name": request.args["n"]}  # ok: xss


@app.route("/x6")
def x6():
    return render_template("x.html", body=Markup(request.args["b"]))  # expect: xss


@app.route("/x7")
def x7():
    return render_template("x.html", body=Markup(bleach.clean(request.args["b"])))  # ok: xss


@app.route("/x8")
def x8():
    return render_template("x.html", body=Markup("<b>{}</b>").format(request.args["b"]))  # ok: xss


@app.route("/x9")
def x9():
    return render_template_string("Hello {{ n }}", n=request.args["n"])  # ok: template-injection, xss


@app.route("/x10")
def x10():
    return render_template_string("Hello " + request.args["n"])  # expect: template-injection


@app.route("/x11")
def x11():
    body = "Hello " + request.args["n"]
    return body, 200, {"Content-Type": "text/plain"}  # ok: xss


@app.route("/r1")
def r1():
    return redirect(request.args["next"])  # expect: open-redirect




@app.route("/r3")
def r3():
    target = urljoin(request.host_url, request.args["next"])
    if urlparse(target).netloc == urlparse(request.host_url).netloc:
        return redirect(target)  # ok: open-redirect
    return redirect(url_for("x1"))  # ok: open-redirect


@app.route("/r4")
def r4():
    return redirect("/items/" + quote(request.args["id"]))  # ok: open-redirect


@app.route("/r5")
def r5():
    return redirect("https://" + request.args["shop"] + ".example.com/")  # expect: open-redirect


@app.route("/r6")
def r6():
    resp = make_response("", 302)
    resp.headers["Location"] = request.args["u"]  # expect: open-redirect
    return resp
