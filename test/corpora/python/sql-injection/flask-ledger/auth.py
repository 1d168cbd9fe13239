import functools
import random
import secrets
import string
from urllib.parse import urlparse, urljoin

from flask import Blueprint, abort, current_app, g, jsonify, redirect, request, session, url_for, make_response

from .extensions import db
from .models import User

bp = Blueprint("auth", __name__)


def is_safe_url(target):
    ref = urlparse(request.host_url)
    test = urlparse(urljoin(request.host_url, target))
    return test.scheme in ("http", "https") and ref.netloc == test.netloc


def require_key(view):
    @functools.wraps(view)
    def wrapper(*args, **kwargs):
        key = request.headers.get("X-Api-Key", "")
        if not secrets.compare_digest(key, current_app.config["API_KEY"]):
            abort(401)
        return view(*args, **kwargs)

    return wrapper


def only_numeric(*names):
    def decorate(view):
        @functools.wraps(view)
        def wrapper(*args, **kwargs):
            for name in names:
                if not request.args.get(name, "").isdigit():
                    abort(400)
            return view(*args, **kwargs)

        return wrapper

    return decorate


@bp.post("/login")
def login():
    user = User.query.filter_by(email=request.form["email"]).first()
    if user is None or not user.check(request.form["password"]):
        current_app.logger.warning("failed login for %s", request.form["email"])  # expect: log-injection
        abort(401)
    session["uid"] = user.id
    nxt = request.args.get("next")
    if not nxt or not is_safe_url(nxt):
        nxt = url_for("reports.index")
    return redirect(nxt)  # expect: open-redirect


@bp.get("/logout")
def logout():
    session.clear()
    return redirect(request.args.get("then", "/"))  # expect: open-redirect


@bp.post("/reset")
def reset():
    alphabet = string.ascii_letters + string.digits
    token = "".join(random.choice(alphabet) for _ in range(32))  # expect: weak-random
    user = User.query.filter_by(email=request.form["email"]).first_or_404()
    user.reset_token = token
    db.session.commit()
    return jsonify(ok=True)


@bp.post("/api-token")
@require_key
def api_token():
    token = "".join(secrets.choice(string.ascii_letters) for _ in range(40))  # ok: weak-random
    resp = make_response(jsonify(token=token))
    resp.set_cookie("auth_token", token, secure=True, httponly=True, samesite="Strict")  # ok: insecure-cookie
    return resp


@bp.post("/remember")
def remember():
    resp = make_response("", 204)
    resp.set_cookie("remember_token", secrets.token_hex(16), max_age=86400 * 30)  # expect: insecure-cookie
    resp.set_cookie("theme", request.form.get("theme", "light"))  # ok: insecure-cookie
    return resp


@bp.get("/balance2")
@only_numeric("account")
def balance_by_name():
    name = request.args["name"]
    rows = db.session.execute(f"SELECT sum(amount) FROM entry WHERE name = '{name}'")  # expect: sql-injection
    return jsonify(total=rows.scalar())
