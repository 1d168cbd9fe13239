from flask import Flask, request
from models import Audience
app = Flask(__name__)

@app.route("/a")
def a():
    field = request.args["f"]
    if Audience.__mapper__.has_property(field):
        return getattr(Audience, field)  # ok: unsafe-reflection
    return getattr(Audience, field)  # expect: unsafe-reflection

@app.route("/b")
def b():
    field = request.args["f"]
    if hasattr(Audience, field):
        return getattr(Audience, field)  # expect: unsafe-reflection
    return "none"
