import csv
import io
import os
import subprocess
import zipfile
from pathlib import Path

from flask import Blueprint, Response, current_app, render_template, render_template_string, request, send_file, send_from_directory
from markupsafe import Markup, escape
from werkzeug.utils import secure_filename

from .models import Entry, User

bp = Blueprint("reports", __name__)
STORE = Path("/srv/ledger/exports")


@bp.get("/")
def index():
    q = request.args.get("q", "")
    users = User.search(q, request.args.get("sort", "id"))
    entries = Entry.page(request.args.get("sort"), request.args.get("limit", 20))
    return render_template("index.html", users=users, entries=entries, q=q)  # ok: xss


@bp.get("/banner")
def banner():
    title = request.args.get("title", "Ledger")
    return render_template_string("<h1>" + title + "</h1>")  # expect: template-injection


@bp.get("/banner-safe")
def banner_safe():
    return render_template_string("<h1>{{ title }}</h1>", title=request.args.get("title"))  # ok: template-injection


@bp.get("/note")
def note():
    return Markup("<p>%s</p>" % request.args["text"])  # expect: xss


@bp.get("/note-safe")
def note_safe():
    return Markup("<p>%s</p>") % request.args["text"]  # ok: xss


@bp.get("/hello/<name>")
def hello(name):
    return f"<p>Hello {escape(name)}</p>"  # ok: xss


@bp.get("/hi/<name>")
def hi(name):
    return f"<p>Hello {name}</p>"  # expect: xss


@bp.get("/hi/<int:number>")
def hi_number(number):
    return f"<p>Hello {number}</p>"  # ok: xss


@bp.get("/file/<path:name>")
def file(name):
    return send_file(STORE / name)  # expect: path-traversal


@bp.get("/file2/<path:name>")
def file2(name):
    return send_from_directory(STORE, name)  # ok: path-traversal


@bp.get("/file3/<path:name>")
def file3(name):
    target = (STORE / name).resolve()
    if not target.is_relative_to(STORE):
        return "no", 404
    return send_file(target)  # ok: path-traversal


@bp.post("/upload")
def upload():
    f = request.files["file"]
    f.save(os.path.join(current_app.config["UPLOADS"], f.filename))  # expect: path-traversal
    f.save(os.path.join(current_app.config["UPLOADS"], secure_filename(f.filename)))  # ok: path-traversal
    return "ok"


@bp.post("/import")
def import_zip():
    f = request.files["file"]
    with zipfile.ZipFile(f.stream) as z:
        for member in z.namelist():
            with open(os.path.join("/srv/ledger/in", member), "wb") as out:  # expect: path-traversal
                out.write(z.read(member))
    return "ok"


@bp.post("/convert")
def convert():
    fmt = request.form.get("format", "pdf")
    name = request.form["name"]
    subprocess.run(f"wkhtmltopdf {name} out.{fmt}", shell=True)  # expect: command-injection
    subprocess.run(["wkhtmltopdf", "--quiet", name, "out.pdf"], check=True)  # expect: argument-injection
    if fmt in {"pdf", "png"}:
        os.system("convert out.html out." + fmt)  # ok: command-injection
    return "ok"


@bp.get("/csv")
def export_csv():
    buf = io.StringIO()
    w = csv.writer(buf)
    w.writerow([request.args.get("a")])
    return Response(buf.getvalue(), mimetype="text/csv")  # ok: xss


@bp.get("/raw")
def raw():
    return Response(request.args.get("body", ""), mimetype="text/html")  # expect: xss
