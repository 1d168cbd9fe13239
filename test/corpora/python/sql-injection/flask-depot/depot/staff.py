import logging
import os
import shlex
import subprocess
from functools import wraps
from pathlib import Path

from flask import Blueprint, current_app, redirect, request, send_file, send_from_directory, session, url_for
from werkzeug.utils import safe_join, secure_filename

staff = Blueprint("staff", __name__, url_prefix="/staff")
log = logging.getLogger(__name__)
UPLOADS = Path("/srv/depot/uploads")
ALLOWED = {"png", "jpg", "pdf"}


def login_required(view):
    @wraps(view)
    def wrapped(*args, **kwargs):
        if not session.get("user_id"):
            return redirect(url_for("staff.login", next=request.path))  # ok: open-redirect
        return view(*args, **kwargs)

    return wrapped


def is_safe(target):
    return target.startswith("/") and not target.startswith("//") and "\\" not in target


@staff.route("/login", methods=["GET", "POST"])
def login():
    user = request.form["user"]
    log.info("login of %s", user)  # expect: log-injection
    log.info("login of %r", user)  # ok: log-injection
    session["user_id"] = 1
    target = request.args.get("next")
    if target and is_safe(target):
        return redirect(target)  # ok: open-redirect
    return redirect(request.args.get("fallback") or "/")  # expect: open-redirect


@staff.post("/upload")
@login_required
def upload():
    file = request.files["file"]
    if file and file.filename.rsplit(".", 1)[1].lower() in ALLOWED:
        file.save(os.path.join(UPLOADS, secure_filename(file.filename)))  # ok: path-traversal
        file.save(UPLOADS / file.filename)  # expect: path-traversal
    return "", 204


@staff.get("/files/<path:name>")
def files(name):
    return send_from_directory(UPLOADS, name)  # ok: path-traversal


@staff.get("/export/<path:name>")
def export(name):
    full = (UPLOADS / name).resolve()
    if UPLOADS not in full.parents:
        return "no", 403
    return send_file(full)  # ok: path-traversal


@staff.get("/export2/<path:name>")
def export2(name):
    return send_file(UPLOADS.joinpath(name).as_posix())  # expect: path-traversal


@staff.get("/export3")
def export3():
    found = safe_join(str(UPLOADS), request.args["name"])
    if found is None:
        return "no", 404
    with open(found, "rb") as handle:  # ok: path-traversal
        return handle.read(), 200, {"Content-Type": "application/octet-stream"}


@staff.get("/thumb")
@login_required
def thumb():
    name = request.args["name"]
    size = request.args.get("size", "200x200")
    subprocess.run(["convert", f"/srv/depot/uploads/{secure_filename(name)}", "-resize", size, "/tmp/out"], check=True)  # ok: command-injection
    subprocess.run(f"convert {shlex.quote(name)} /srv/out.png", shell=True)  # ok: command-injection
    subprocess.check_output("identify " + name, shell=True)  # expect: command-injection
    os.system("touch /srv/depot/" + secure_filename(name))  # ok: command-injection
    return "", 204


@staff.get("/tail")
def tail():
    lines = request.args.get("lines", "10")
    if not lines.isdigit():
        lines = "10"
    out = os.popen(f"tail -n {lines} {current_app.config['LOG_FILE']}").read()  # ok: command-injection
    return {"log": out}
