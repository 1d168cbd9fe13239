import hashlib
import hmac
import os


def prepare():
    os.environ["SECRET_KEY"] = "set-where-the-program-runs"


def behaviour(m):
    token = m.app.call("/token").body
    assert m.app.call("/me", {"user": "guest", "token": token}).body is True


def exploit(m):
    """With what everybody who has the source knows."""
    token = hmac.new(b"correct horse battery", b"admin", hashlib.sha256).hexdigest()
    return m.app.call("/me", {"user": "admin", "token": token}).body is True
