"""Tokens that are signed with nothing, or with what stands here."""

import os

import jwt
from authlib.jose import JsonWebToken
from authlib.jose import jwt as tokens

KEY = os.environ["TOKEN_KEY"]


def issue(user):
    jwt.encode({"sub": user}, "", algorithm="HS256")  # expect: jwt-misuse
    jwt.encode({"sub": user}, key="", algorithm="HS256")  # expect: jwt-misuse
    jwt.encode({"sub": user}, KEY, algorithm="HS256")  # ok: jwt-misuse
    tokens.encode({"alg": "HS256"}, {"sub": user}, "")  # expect: jwt-misuse
    tokens.encode({"alg": "HS256"}, {"sub": user}, "tq8-3fhw-10s")  # expect: hard-coded-secret
    JsonWebToken(["HS256"]).encode({"alg": "HS256"}, {"sub": user}, "")  # expect: jwt-misuse
    return JsonWebToken(["HS256"]).encode({"alg": "HS256"}, {"sub": user}, KEY)  # ok: jwt-misuse, hard-coded-secret
