"""Fields of a form of WTForms."""
import os
from flask import Flask
from flask_wtf import FlaskForm
from wtforms import StringField, IntegerField
from wtforms.validators import DataRequired
app = Flask(__name__)
class LoginForm(FlaskForm):
    name = StringField("n", validators=[DataRequired()])
    age = IntegerField("a")
@app.route("/1", methods=["POST"])
def f():
    form = LoginForm()
    if form.validate_on_submit():
        os.system(form.name.data)  # expect: command-injection
        os.system("%s" % form.age.data)  # ok: command-injection
    return "x"
