from flask import Flask, jsonify
from marshmallow import Schema, fields, validate
from webargs import fields as wf
from webargs.flaskparser import use_args, use_kwargs, parser
import psycopg2
import subprocess

app = Flask(__name__)
conn = psycopg2.connect("dbname=x")


class Filter(Schema):
    name = fields.Str(required=True)
    size = fields.Int()
    kind = fields.Str(validate=validate.OneOf(["a", "b"]))
    code = fields.Str(validate=validate.Regexp(r"^\w+$"))


@app.get("/items")
@use_args(Filter(), location="query")
def items(args):
    cur = conn.cursor()
    cur.execute(f"SELECT * FROM item WHERE name = '{args['name']}'")  # expect: sql-injection
    cur.execute(f"SELECT * FROM item WHERE size = {args['size']}")  # ok: sql-injection
    cur.execute(f"SELECT * FROM item WHERE kind = '{args['kind']}'")  # ok: sql-injection
    cur.execute(f"SELECT * FROM item WHERE code = '{args['code']}'")  # ok: sql-injection
    return jsonify(cur.fetchall())


@app.post("/run")
@use_kwargs({"host": wf.Str(required=True), "count": wf.Int(load_default=1)}, location="json")
def run(host, count):
    subprocess.call(f"ping -c {count} localhost", shell=True)  # ok: command-injection
    subprocess.call(f"ping -c 1 {host}", shell=True)  # expect: command-injection
    return "ok"


@app.post("/load")
def load():
    from flask import request
    data = Filter().load(request.get_json())
    cur = conn.cursor()
    cur.execute("DELETE FROM item WHERE name = '" + data["name"] + "'")  # expect: sql-injection
    cur.execute("DELETE FROM item WHERE kind = '" + data["kind"] + "'")  # ok: sql-injection
    args = parser.parse({"q": wf.Str()}, request)
    cur.execute("DELETE FROM item WHERE q = '" + args["q"] + "'")  # expect: sql-injection
    return "ok"
