"""Says which host it was sent to. `impostor.example` shows a certificate of its own making."""
from urllib.parse import urlsplit


class Answer:
    def __init__(self, text):
        self.text = text


class SSLError(Exception):
    pass


def get(address, verify=True, **_):
    host = urlsplit(address).hostname
    if host == "impostor.example" and verify is not False:
        raise SSLError("the certificate cannot be verified")
    return Answer("an answer of " + host)
