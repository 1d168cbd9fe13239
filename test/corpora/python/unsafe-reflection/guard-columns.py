from flask import Flask, request
from models import Audience
app = Flask(__name__)

@app.route("/a")
def a():
    field = request.args["f"]
    if Audience.__mapper__.has_property(field):
        Audience.query.order_by(getattr(Audience, field))  # ok: unsafe-reflection
    Audience.query.order_by(getattr(Audience, field))  # expect: unsafe-reflection
    return "done"

@app.route("/b")
def b():
    field = request.args["f"]
    if hasattr(Audience, field):
        Audience.query.order_by(getattr(Audience, field))  # expect: unsafe-reflection
    return "done"
