import base64
import functools
import hashlib
import hmac
import os
import pickle
import secrets
import tarfile
import tempfile
import zipfile
from datetime import timedelta
from urllib.parse import urlsplit

import jwt
import requests
import yaml
from flask import Blueprint, Flask, abort, flash, make_response, redirect, render_template, render_template_string, request, send_file, send_from_directory, url_for
from flask_sqlalchemy import SQLAlchemy
from flask_wtf import CSRFProtect
from sqlalchemy import bindparam, column, select, table, text
from werkzeug.security import safe_join
from werkzeug.utils import secure_filename

admin = Blueprint("admin", __name__, url_prefix="/admin")
db = SQLAlchemy()
UPLOADS = os.path.abspath("uploads")
SIGNING_KEY = os.environ["SIGNING_KEY"].encode()
SORTABLE = ("name", "created", "size")


class Document(db.Model):
    id = db.Column(db.Integer, primary_key=True)
    name = db.Column(db.String(80))
    owner = db.Column(db.String(80))
    size = db.Column(db.Integer)


def known_report(view):
    @functools.wraps(view)
    def inner(*args, **kwargs):
        if request.args.get("report") not in ("daily", "weekly"):
            abort(404)
        return view(*args, **kwargs)

    return inner


@admin.route("/report")
@known_report
def report():
    kind = request.args["report"]
    return render_template("report.html", kind=kind)


@admin.route("/documents")
def documents():
    order = request.args.get("order", "name")
    term = request.args.get("q", "")
    query = Document.query.filter(Document.name.like(f"%{term}%"))  # ok: sql-injection
    if order in SORTABLE:
        query = query.order_by(text(order))  # ok: sql-injection
    else:
        query = query.order_by(text(f"{order} DESC"))  # expect: sql-injection
    extra = db.session.execute(text("SELECT count(*) FROM document WHERE owner = :o").bindparams(o=term))  # ok: sql-injection
    more = db.session.execute(text(f"SELECT count(*) FROM document WHERE owner = '{term}'")).scalar_one()  # expect: sql-injection
    found = Document.query.filter_by(owner=term).filter(text("size > %d" % int(request.args["min"]))).all()  # ok: sql-injection
    return render_template("documents.html", docs=query.all(), extra=extra.scalar(), more=more, found=found)


@admin.route("/restore", methods=["POST"])
def restore():
    archive = request.files["archive"]
    stored = os.path.join(UPLOADS, secure_filename(archive.filename))
    archive.save(stored)  # ok: path-traversal
    archive.save(os.path.join(UPLOADS, archive.filename))  # expect: path-traversal
    with zipfile.ZipFile(stored) as z:
        for info in z.infolist():
            target = os.path.realpath(os.path.join(UPLOADS, info.filename))
            if os.path.commonpath([UPLOADS, target]) != UPLOADS:
                continue
            with open(target, "wb") as out:  # ok: path-traversal
                out.write(z.read(info))
    with tarfile.open(fileobj=archive.stream) as tar:
        tar.extractall(UPLOADS, filter="data")  # ok: path-traversal
    with tarfile.open(fileobj=archive.stream) as tar:
        tar.extractall(UPLOADS)  # expect: path-traversal
    return "restored"


@admin.route("/state", methods=["PUT"])
def state():
    raw = base64.b64decode(request.cookies["state"])
    body, mac = raw[:-32], raw[-32:]
    if hmac.compare_digest(hmac.new(SIGNING_KEY, body, hashlib.sha256).digest(), mac):
        return render_template("state.html", state=yaml.safe_load(body))
    pickle.loads(raw)  # expect: unsafe-deserialization
    yaml.load(raw, Loader=yaml.CSafeLoader)  # ok: unsafe-deserialization
    yaml.load(raw, Loader=yaml.UnsafeLoader)  # expect: unsafe-deserialization
    return "", 400


@admin.route("/preview")
def preview():
    user = request.args["user"]
    if request.args.get("mode") == "raw":
        return render_template_string("<b>" + user + "</b>")  # expect: template-injection
    return render_template_string("<b>{{ user }}</b>", user=user)  # ok: template-injection


@admin.route("/file/<path:name>")
def file(name):
    if request.args.get("safe"):
        return send_from_directory(UPLOADS, name)  # ok: path-traversal
    path = safe_join(UPLOADS, name)
    if path is None:
        abort(404)
    if request.args.get("inline"):
        return send_file(path)  # ok: path-traversal
    return send_file(UPLOADS + "/" + name, as_attachment=True)  # expect: path-traversal


@admin.route("/go")
def go():
    url = request.args.get("url", "")
    parts = urlsplit(url)
    if parts.netloc and parts.netloc != request.host:
        flash("not here")
        return redirect(url_for("admin.documents"))  # ok: open-redirect
    if parts.hostname in {"docs.example.org", "www.example.org"}:
        return redirect(url)  # ok: open-redirect
    return redirect(url_for("admin.documents"))  # ok: open-redirect


@admin.route("/token")
def token():
    claims = jwt.decode(request.headers["X-Token"], options={"verify_signature": False})  # expect: jwt-misuse
    good = jwt.decode(request.headers["X-Token"], SIGNING_KEY, algorithms=["HS256"])  # ok: jwt-misuse
    answer = make_response(render_template("token.html", claims=claims, good=good))
    answer.set_cookie("sid", secrets.token_urlsafe(), secure=True, httponly=True, samesite="Lax")  # ok: insecure-cookie
    answer.set_cookie("auth", secrets.token_urlsafe())  # expect: insecure-cookie
    answer.headers["X-Name"] = request.args["name"].replace("\r", "").replace("\n", "")  # ok: header-injection
    return answer


@admin.route("/hash", methods=["POST"])
def hashes():
    password = request.form["password"]
    stored = hashlib.sha256(password.encode()).hexdigest()  # expect: weak-hash
    etag = hashlib.md5(request.get_data(), usedforsecurity=False).hexdigest()  # ok: weak-hash
    name = tempfile.mktemp()  # expect: insecure-temporary-file
    return f"{len(stored)}{len(etag)}{len(name)}"


@admin.route("/derive", methods=["POST"])
def derive():
    salt = os.urandom(16)
    return hashlib.pbkdf2_hmac("sha256", request.form["password"].encode(), salt, 600_000).hex()  # ok: weak-hash


@admin.route("/probe")
def probe():
    host = request.args["host"]
    allowed = {"a": "https://a.example.org", "b": "https://b.example.org"}
    requests.get(f"https://{host}.example.org/health", timeout=3)  # expect: ssrf
    requests.get(allowed[host], timeout=3)  # ok: ssrf
    requests.get("https://api.example.org/hosts", params={"q": host}, timeout=3)  # ok: ssrf
    return requests.request("GET", request.args["url"], verify=False).text  # expect: ssrf, tls-verification-disabled


def create_app():
    app = Flask(__name__)
    app.config.update(SESSION_COOKIE_SECURE=True, SESSION_COOKIE_HTTPONLY=True, PERMANENT_SESSION_LIFETIME=timedelta(hours=1))
    app.config["SECRET_KEY"] = "7bc1f1c8e5b94f62ae1b"  # expect: hard-coded-secret
    app.config["WTF_CSRF_ENABLED"] = False  # expect: csrf-disabled
    CSRFProtect(app)
    db.init_app(app)
    app.register_blueprint(admin)
    return app


if __name__ == "__main__":
    create_app().run(host="127.0.0.1", debug=bool(os.getenv("DEV")))  # ok: debug-enabled
