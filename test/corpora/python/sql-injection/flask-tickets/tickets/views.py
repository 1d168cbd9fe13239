import os
import subprocess

from flask import Blueprint, Response, make_response, redirect, render_template, render_template_string, request, send_file, send_from_directory, url_for
from markupsafe import Markup, escape
from werkzeug.utils import secure_filename

from . import db
from .checks import is_local, one_of, require_args, safe_name, valid_slug

bp = Blueprint("tickets", __name__)
UPLOADS = "/srv/tickets/uploads"


@bp.route("/t/<slug>")
@valid_slug
def show(slug):
    rows = db.query_safe("SELECT * FROM ticket WHERE slug = %s", (slug,))
    log = subprocess.check_output("git log --oneline -- tickets/%s.md" % slug, shell=True)  # ok: command-injection
    return render_template("ticket.html", rows=rows, log=log)


@bp.route("/t/<slug>/raw")
def raw(slug):
    return subprocess.check_output("cat tickets/%s.md" % slug, shell=True)  # expect: command-injection


@bp.route("/search")
@require_args("q")
def search():
    q = request.args["q"]
    found = db.query("SELECT * FROM ticket WHERE title ILIKE '%%" + q + "%%'")
    return render_template_string("<h2>Results for " + q + "</h2>{{ found|length }}", found=found)  # expect: template-injection


@bp.route("/list")
@one_of("sort", ("title", "created"))
def listing():
    return {"rows": db.order_by_raw(request.args["sort"])}


@bp.route("/list2")
def listing2():
    return {"rows": db.order_by("ticket", request.args["sort"])}


@bp.route("/list3")
def listing3():
    return {"rows": db.order_by_raw(request.args.get("sort", "title"))}


@bp.post("/upload")
def upload():
    f = request.files["file"]
    f.save(os.path.join(UPLOADS, secure_filename(f.filename)))  # ok: path-traversal
    f.save(os.path.join(UPLOADS, f.filename))  # expect: path-traversal
    other = os.path.join(UPLOADS, safe_name(f.filename))
    f.save(other)  # ok: path-traversal
    return redirect(url_for("tickets.listing"))


@bp.get("/download/<path:name>")
def download(name):
    return send_from_directory(UPLOADS, name)  # ok: path-traversal


@bp.get("/download2/<path:name>")
def download2(name):
    return send_file(f"{UPLOADS}/{name}", as_attachment=True)  # expect: path-traversal


@bp.post("/login")
def login():
    nxt = request.form.get("next", "/")
    if not is_local(nxt):
        nxt = "/"
    resp = redirect(nxt)  # ok: open-redirect
    resp.set_cookie("seen", "1", secure=True, httponly=True, samesite="Lax")  # ok: insecure-cookie
    return resp


@bp.get("/leave")
def leave():
    url = request.args.get("url", "")
    if url.startswith("https://"):
        return redirect(url)  # expect: open-redirect
    return redirect("/")  # ok: open-redirect


@bp.get("/badge")
def badge():
    label = request.args.get("label", "x")
    svg = f"<svg><text>{escape(label)}</text></svg>"
    return Response(svg, mimetype="image/svg+xml")  # ok: xss


@bp.get("/badge2")
def badge2():
    label = request.args.get("label", "x")
    return Response(f"<svg><text>{label}</text></svg>", mimetype="image/svg+xml")  # expect: xss


@bp.get("/note")
def note():
    body = Markup("<b>%s</b>") % request.args.get("n", "")
    other = Markup("<b>%s</b>" % request.args.get("n", ""))  # expect: xss
    resp = make_response(body)  # ok: xss
    resp.headers["X-Note"] = str(len(other))
    return resp


@bp.get("/csv")
def export():
    def rows():
        for r in db.query_safe("SELECT id, title FROM ticket"):
            yield f"{r['id']},{r['title']}\n"

    return Response(rows(), mimetype="text/csv", headers={"Content-Disposition": f"attachment; filename={int(request.args['n'])}.csv"})  # ok: header-injection
