from flask import Blueprint, request, render_template, redirect, url_for, current_app
from ..decorators import login_required, with_param
from ..models import User
from ..services import Exporter
import os

bp = Blueprint("users", __name__, url_prefix="/users")

@bp.route("/<name>")
@login_required
def show(name):
    user = User.by_name(name)
    os.system("ls " + user.home)  # ok: command-injection
    return render_template("user.html", user=user)

@bp.route("/search")
@login_required
def search():
    return {"rows": [dict(r) for r in User.search("name = '" + request.args["q"] + "'")]}

@bp.route("/value")
@with_param("v")
def value(value=None):
    os.system(value)  # expect: command-injection
    return "ok"

@bp.route("/export", methods=["POST"])
def export():
    form = request.form
    exporter = Exporter("file", folder=current_app.config["EXPORTS"], name=form["name"], owner="www-data")
    exporter.export(User.query.all())
    return redirect(url_for(".show", name=form["name"]))
