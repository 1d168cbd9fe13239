import ssl
import urllib.request

ssl._create_default_https_context = ssl._create_unverified_context  # expect: tls-verification-disabled


def read():
    return urllib.request.urlopen("https://example.org").read()  # ok: tls-verification-disabled
