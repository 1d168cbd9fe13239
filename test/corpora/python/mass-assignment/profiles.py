from django.contrib.auth.models import User
from django.http import JsonResponse
from flask import Flask, request
from flask_sqlalchemy import SQLAlchemy

app = Flask(__name__)
db = SQLAlchemy(app)


class Account(db.Model):
    id = db.Column(db.Integer, primary_key=True)
    name = db.Column(db.String(80))
    is_admin = db.Column(db.Boolean, default=False)


@app.route("/accounts", methods=["POST"])
def create():
    account = Account(**request.get_json())  # expect: mass-assignment
    db.session.add(account)
    db.session.commit()
    return {"id": account.id}


@app.route("/accounts/named", methods=["POST"])
def create_named():
    account = Account(name=request.get_json()["name"])  # ok: mass-assignment
    db.session.add(account)
    db.session.commit()
    return {"id": account.id}


@app.route("/accounts/<int:account_id>", methods=["PATCH"])
def update(account_id):
    account = db.session.get(Account, account_id)
    for key, value in request.get_json().items():
        setattr(account, key, value)  # expect: mass-assignment
    db.session.commit()
    return {"id": account.id}
