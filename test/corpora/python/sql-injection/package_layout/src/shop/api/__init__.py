from flask import Blueprint

api = Blueprint("api", __name__)

from . import items, users  # noqa: E402
