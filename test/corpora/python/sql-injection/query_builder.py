"""A home-made query builder: containers, fields and inheritance."""
import os

import psycopg2
from flask import Blueprint, current_app, request

bp = Blueprint("tickets", __name__)


class Query:
    def __init__(self, table):
        self.table = table
        self.conditions = []
        self.values = []

    def where(self, condition):
        self.conditions.append(condition)
        return self

    def where_equal(self, column, value):
        self.conditions.append(column + " = %s")
        self.values.append(value)
        return self

    def sql(self):
        return "SELECT * FROM " + self.table + " WHERE " + " AND ".join(self.conditions)


def connect():
    return psycopg2.connect(host="db", user="tickets", password=os.environ["DB_PASSWORD"])


@bp.route("/tickets")
def tickets():
    query = Query("tickets").where("status = '" + request.args["status"] + "'")
    with connect() as connection:
        cursor = connection.cursor()
        cursor.execute(query.sql())  # expect: sql-injection
        return {"rows": cursor.fetchall()}


@bp.route("/tickets/safe")
def tickets_safe():
    query = Query("tickets").where_equal("status", request.args["status"])
    with connect() as connection:
        cursor = connection.cursor()
        cursor.execute(query.sql(), query.values)  # ok: sql-injection
        current_app.logger.info("tickets listed")
        return {"rows": cursor.fetchall()}
