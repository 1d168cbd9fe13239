import os

import jwt
import pymysql
from cryptography.fernet import Fernet
from flask import Flask

app = Flask(__name__)
app.secret_key = "d41d8cd98f00b204"  # expect: hard-coded-secret
other = Flask("other")
other.secret_key = os.environ["SECRET_KEY"]  # ok: hard-coded-secret
third = Flask("third")
third.config["SECRET_KEY"] = "correct horse battery"  # expect: hard-coded-secret
third.config["SECRET_KEY"] = os.urandom(32)  # ok: hard-coded-secret

SIGNING = "not-so-secret-value"


def token(payload):
    return jwt.encode(payload, SIGNING, algorithm="HS256")  # expect: hard-coded-secret


def token_from_environment(payload):
    return jwt.encode(payload, os.getenv("SIGNING"), algorithm="HS256")  # ok: hard-coded-secret


def connect():
    return pymysql.connect(host="db", user="app", password="Tr0ub4dor&3")  # expect: hard-coded-secret


def connect_from_environment():
    return pymysql.connect(host="db", user="app", password=os.environ["DB_PASSWORD"])  # ok: hard-coded-secret


def box():
    return Fernet(b"cw_0x689RpI-jtRR7oE8h_eQsKImvJapLeSbXpwF4e4=")  # expect: hard-coded-secret


def fresh_box():
    return Fernet(Fernet.generate_key())  # ok: hard-coded-secret
