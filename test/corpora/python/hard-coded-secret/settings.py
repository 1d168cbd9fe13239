import os

import jwt
import psycopg2
from flask import Flask

app = Flask(__name__)
app.secret_key = "f8w2-hq91-zz0p"  # expect: hard-coded-secret
app.config["SECRET_KEY"] = os.environ["SECRET_KEY"]  # ok: hard-coded-secret
SECRET_KEY = "django-insecure-4f#h2kq9!x_w"  # expect: hard-coded-secret
PASSWORD_FIELD = "password"  # ok: hard-coded-secret
db_password = "Zx81-spectrum!"  # expect: hard-coded-secret
password = os.getenv("PASSWORD", "")  # ok: hard-coded-secret
psycopg2.connect(host="h", user="u", password="L0ngP4ss!word")  # expect: hard-coded-secret
psycopg2.connect(host="h", user="u", password=password)  # ok: hard-coded-secret
jwt.encode({"a": 1}, "sign-me-with-this-9", algorithm="HS256")  # expect: hard-coded-secret
API_TOKEN = "<your token here>"  # ok: hard-coded-secret


def login(user, password):
    return password == "letmein-Adm1n"  # expect: hard-coded-secret
