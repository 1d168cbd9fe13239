import ast
import base64
import json
import marshal
import os
import shelve
import sqlite3
import xml.etree.ElementTree as ET
from functools import wraps
from urllib.parse import urlparse
from urllib.request import urlopen
import ldap3
import ldap.filter
import lxml.etree as etree
import psycopg2
from psycopg2 import sql as pgsql
import paramiko
from flask import Blueprint, Flask, Response, abort, g, jsonify, make_response, redirect, render_template, render_template_string, request, send_file, send_from_directory, session, url_for
from markupsafe import Markup, escape
from werkzeug.utils import secure_filename
from sqlalchemy import text, column
from Crypto.Cipher import AES, DES, ARC4
from flask_sqlalchemy import SQLAlchemy

app = Flask(__name__)
app.config["SECRET_KEY"] = "dev-3f9a8c1b7d"  # expect: hard-coded-secret
app.secret_key = os.environ["SECRET"]  # ok: hard-coded-secret
db = SQLAlchemy(app)
bp = Blueprint("admin", __name__)


class User(db.Model):
    id = db.Column(db.Integer, primary_key=True)
    name = db.Column(db.String(80))

    @classmethod
    def by_name(cls, name):
        return cls.query.filter(text("name = '%s'" % name)).first()  # expect: sql-injection

    @classmethod
    def by_name_safe(cls, name):
        return cls.query.filter_by(name=name).first()  # ok: sql-injection


def get_db():
    if "db" not in g:
        g.db = sqlite3.connect("x.db")
    return g.db


def param(name, default=None):
    return request.values.get(name, default)


@app.before_request
def load():
    g.tenant = request.headers.get("X-Tenant")


@bp.route("/users")
def users():
    User.by_name(param("name"))
    User.by_name_safe(param("name"))
    get_db().execute("SELECT * FROM t_" + g.tenant)  # expect: sql-injection
    get_db().execute("SELECT * FROM t WHERE a = ?", (param("a"),))  # ok: sql-injection
    conn = psycopg2.connect("")
    with conn.cursor() as cur:
        cur.execute(pgsql.SQL("SELECT * FROM {}").format(pgsql.Identifier(param("t"))))  # ok: sql-injection
        cur.execute("SELECT * FROM {}".format(param("t")))  # expect: sql-injection
        cur.executemany("INSERT INTO t VALUES (%s)", [(x,) for x in request.json["rows"]])  # ok: sql-injection
    return jsonify(ok=True)


@bp.route("/tpl")
def tpl():
    if param("raw"):
        return render_template_string("<p>" + param("raw") + "</p>")  # expect: template-injection
    return render_template_string("<p>{{ raw }}</p>", raw=param("raw"))  # ok: template-injection


@bp.route("/page")
def page():
    body = Markup("<b>%s</b>") % param("q")
    resp = make_response(body)  # ok: xss
    resp2 = make_response("<b>" + param("q") + "</b>")  # expect: xss
    resp2.headers["Content-Type"] = "text/html"
    return resp if param("x") else resp2


@bp.route("/files/<path:name>")
def files(name):
    if param("a"):
        return send_from_directory("/srv/x", name)  # ok: path-traversal
    if param("b"):
        return send_file(os.path.join("/srv/x", secure_filename(name)))  # ok: path-traversal
    return send_file("/srv/x/" + name)  # expect: path-traversal


@bp.route("/save", methods=["POST"])
def save():
    f = request.files["doc"]
    f.save(os.path.join("/srv/up", f.filename))  # expect: path-traversal
    f.save(os.path.join("/srv/up", secure_filename(f.filename)))  # ok: path-traversal
    return "", 204


@bp.route("/xml", methods=["POST"])
def xml():
    parser = etree.XMLParser(resolve_entities=True, no_network=False)  # expect: xxe
    root = etree.fromstring(request.data, parser)  # expect: xxe
    hit = root.xpath("//u[@n='" + param("n") + "']")  # expect: xpath-injection
    hit2 = root.xpath("//u[@n=$n]", n=param("n"))  # ok: xpath-injection
    return jsonify(n=len(hit) + len(hit2))


@bp.route("/ldap")
def ldap_search():
    conn = ldap3.Connection("ldap://x")
    conn.search("dc=x", "(uid=%s)" % param("u"))  # expect: ldap-injection
    conn.search("dc=x", "(uid=%s)" % ldap.filter.escape_filter_chars(param("u")))  # ok: ldap-injection
    return ""


@bp.route("/eval")
def ev():
    a = eval(param("e"))  # expect: code-injection
    b = ast.literal_eval(param("e"))  # ok: code-injection
    c = marshal.loads(base64.b64decode(param("m")))  # expect: unsafe-deserialization
    d = json.loads(param("j"))  # ok: unsafe-deserialization
    e = getattr(__import__(param("mod")), "run")()  # expect: unsafe-reflection
    return jsonify([a, b, c, d, e])


@bp.route("/go")
def go():
    to = param("to")
    p = urlparse(to)
    if p.netloc and p.netloc != request.host:
        abort(400)
    return redirect(to)  # expect: open-redirect


@bp.route("/go2")
def go2():
    return redirect(request.referrer or url_for("users"))  # ok: open-redirect


@bp.route("/go3")
def go3():
    return redirect(request.args.get("to") or "/")  # expect: open-redirect


@bp.route("/remote")
def remote():
    c = paramiko.SSHClient()
    c.set_missing_host_key_policy(paramiko.AutoAddPolicy())  # expect: tls-verification-disabled
    c.exec_command("uptime " + param("x"))  # expect: command-injection
    urlopen("http://" + param("h")).read()  # expect: ssrf
    cipher = DES.new(b"8bytekey", DES.MODE_ECB)  # expect: weak-cipher, hard-coded-secret
    good = AES.new(os.urandom(32), AES.MODE_GCM)  # ok: weak-cipher
    session["role"] = param("role")  # expect: trust-boundary
    app.logger.warning("bad login for " + param("user"))  # expect: log-injection
    app.logger.warning("bad login for %r", param("user"))  # ok: log-injection
    return repr((cipher, good))


if __name__ == "__main__":
    app.run(debug=True)  # expect: debug-enabled
