import os

import jwt
from jose import jwt as jose_jwt

KEY = os.environ["KEY"]


def a(t):
    jwt.decode(t, KEY, algorithms=["HS256"])  # ok: jwt-misuse
    jwt.decode(t, options={"verify_signature": False})  # expect: jwt-misuse
    jwt.decode(t, KEY, algorithms=["none"])  # expect: jwt-misuse
    jwt.encode({"a": 1}, None, algorithm="none")  # expect: jwt-misuse
    jwt.encode({"a": 1}, KEY, algorithm="HS256")  # ok: jwt-misuse
    jwt.decode(t, KEY, algorithms=["RS256"], options={"verify_exp": True})  # ok: jwt-misuse
    jwt.decode(t, verify=False)  # expect: jwt-misuse
    jose_jwt.get_unverified_claims(t)  # expect: jwt-misuse
