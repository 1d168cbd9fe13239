from flask import Blueprint, request, g
from ..extensions import db, cache
from .. import models
bp = Blueprint("admin", __name__)

def handlers():
    return {"drop": drop, "count": count}

def drop(table):
    db.session.execute(db.text("DROP TABLE " + table))  # expect: sql-injection

def count(table):
    return db.session.execute(db.text("SELECT count(*) FROM users")).scalar()  # ok: sql-injection

@bp.before_request
def load():
    g.table = request.view_args["table"]

@bp.route("/<table>/<action>", methods=["POST"])
def act(table, action):
    return str(handlers()[action](table))

@bp.route("/cached")
@cache.cached(timeout=5)
def cached():
    q = request.args.get("q", "")
    with db.engine.connect() as conn:
        return str(conn.exec_driver_sql(f"SELECT * FROM t WHERE a LIKE '{q}%'").fetchall())  # expect: sql-injection
