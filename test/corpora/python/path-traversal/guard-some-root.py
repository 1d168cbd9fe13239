import io
import os
import zipfile
from pathlib import Path

from flask import Flask, abort, request, send_file

app = Flask(__name__)
FOLDERS = [Path("/srv/books").resolve(), Path("/srv/films").resolve()]
ROOTS = ["/srv/books/", "/srv/films/"]
BEGINNINGS = ["/srv/books", "/srv/films"]


@app.route("/below-any-folder")
def below_any_folder():
    path = Path(request.args["path"]).resolve()
    if not any(path.is_relative_to(folder) for folder in FOLDERS):
        abort(404)
    return send_file(path)  # ok: path-traversal


@app.route("/unresolved")
def unresolved():
    path = Path(request.args["path"])
    if not any(path.is_relative_to(folder) for folder in FOLDERS):
        abort(404)
    return send_file(path)  # expect: path-traversal


@app.route("/among-parents")
def among_parents():
    path = Path(request.args["path"]).resolve()
    if any(folder in path.parents for folder in FOLDERS):
        return send_file(path)  # ok: path-traversal
    return send_file(path)  # expect: path-traversal


@app.route("/begins-with-any")
def begins_with_any():
    path = os.path.realpath(request.args["path"])
    if not any(path.startswith(root) for root in ROOTS):
        abort(404)
    return send_file(path)  # ok: path-traversal


@app.route("/begins-with-one-of")
def begins_with_one_of():
    path = os.path.realpath(request.args["path"])
    if not path.startswith(tuple(ROOTS)):
        abort(404)
    return send_file(path)  # ok: path-traversal


@app.route("/begins-like")
def begins_like():
    path = os.path.realpath(request.args["path"])
    # /srv/books-of-others begins so, too.
    if not any(path.startswith(beginning) for beginning in BEGINNINGS):
        abort(404)
    return send_file(path)  # expect: path-traversal


@app.route("/below-none")
def below_none():
    path = os.path.realpath(request.args["path"])
    if all(not path.startswith(root) for root in ROOTS):
        abort(404)
    return send_file(path)  # ok: path-traversal


@app.route("/not-below-all")
def not_below_all():
    path = os.path.realpath(request.args["path"])
    if all(path.startswith(root) for root in ROOTS):
        abort(404)
    return send_file(path)  # expect: path-traversal
