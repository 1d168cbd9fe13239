from urllib.parse import urljoin, urlparse

from flask import Flask, redirect, request, session, url_for

app = Flask(__name__)


def is_safe_url(target):
    here = urlparse(request.host_url)
    there = urlparse(urljoin(request.host_url, target))
    return there.scheme in ("http", "https") and here.netloc == there.netloc


@app.route("/login", methods=["POST"])
def login():
    return redirect(request.args.get("next", "/"))  # expect: open-redirect


@app.route("/login/checked", methods=["POST"])
def login_checked():
    target = request.args.get("next", "/")
    if not is_safe_url(target):
        target = "/"
    return redirect(target)  # expect: open-redirect


@app.route("/logout")
def logout():
    session.clear()
    return redirect(url_for("login"))  # ok: open-redirect


@app.route("/go/<path:rest>")
def go(rest):
    return redirect("/app/" + rest)  # ok: open-redirect


@app.route("/lang")
def lang():
    code = request.args["code"]
    return redirect(f"https://{code}.example.org/")  # expect: open-redirect


@app.route("/back")
def back():
    response = app.make_response("")
    response.status_code = 302
    response.headers["Location"] = request.args["to"]  # expect: open-redirect
    return response


@app.route("/login/relative", methods=["POST"])
def login_relative():
    target = request.form["next"]
    parsed = urlparse(target)
    if parsed.netloc or parsed.scheme:
        return redirect("/")
    return redirect(target)  # expect: open-redirect
