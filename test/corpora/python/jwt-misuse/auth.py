import os

import jwt
from jose import jwt as jose_jwt

KEY = os.environ["JWT_KEY"]


def claims(token):
    return jwt.decode(token, options={"verify_signature": False})  # expect: jwt-misuse


def old_claims(token):
    return jwt.decode(token, KEY, verify=False)  # expect: jwt-misuse


def checked(token):
    return jwt.decode(token, KEY, algorithms=["HS256"])  # ok: jwt-misuse


def anything(token):
    return jwt.decode(token, KEY, algorithms=["HS256", "none"])  # expect: jwt-misuse


def unsigned(payload):
    return jwt.encode(payload, None, algorithm="none")  # expect: jwt-misuse


def signed(payload):
    return jwt.encode(payload, KEY, algorithm="HS256")  # ok: jwt-misuse


def peek(token):
    return jose_jwt.get_unverified_claims(token)  # expect: jwt-misuse


def header(token):
    return jose_jwt.get_unverified_header(token)  # ok: jwt-misuse
