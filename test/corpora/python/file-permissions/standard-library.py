"""A box of helpers in the old style, called from the handlers at the end."""
import base64
import ftplib
import hashlib
import hmac
import ldap
import ldap.filter
import marshal
import os
import random
import shelve
import shlex
import socket
import ssl
import stat
import subprocess
import sys
import tarfile
import telnetlib
import urllib.request
import xml.etree.ElementTree as ET
import xml.sax
from Crypto.Cipher import AES, DES
from Crypto.Random import get_random_bytes
from cryptography.fernet import Fernet
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import parse_qs, unquote, urlparse

IV = b"0123456789abcdef"


def seal(key, data):
    return AES.new(key, AES.MODE_CBC, IV).encrypt(data)  # expect: weak-cipher


def seal_random(key, data):
    iv = get_random_bytes(16)
    return iv + AES.new(key, AES.MODE_CBC, iv).encrypt(data)  # ok: weak-cipher


def seal_ecb(key, data):
    return AES.new(key, AES.MODE_ECB).encrypt(data)  # expect: weak-cipher


def seal_gcm(key, data):
    return AES.new(key, AES.MODE_GCM).encrypt_and_digest(data)  # ok: weak-cipher


def old_seal(key, data):
    c = Cipher(algorithms.TripleDES(key), modes.CBC(os.urandom(8)))  # expect: weak-cipher
    return c.encryptor().update(data)


def open_up(path):
    os.chmod(path, 0o777)  # expect: file-permissions
    os.chmod(path, 0o600)  # ok: file-permissions
    os.chmod(path, stat.S_IRUSR | stat.S_IWUSR)  # ok: file-permissions
    os.chmod(path, stat.S_IRWXU | stat.S_IRWXG | stat.S_IRWXO)  # expect: file-permissions
    os.umask(0)  # expect: file-permissions


def old_tls():
    ctx = ssl.SSLContext(ssl.PROTOCOL_TLSv1)  # expect: weak-cipher
    ctx2 = ssl.create_default_context()  # ok: tls-verification-disabled
    ctx2.check_hostname = False  # expect: tls-verification-disabled
    ctx2.verify_mode = ssl.CERT_NONE  # expect: tls-verification-disabled
    return ctx, ctx2


def session_id():
    return hashlib.sha256(str(random.random()).encode()).hexdigest()  # expect: weak-random


def jitter():
    return 1 + random.random()  # ok: weak-random


def directory(con, name):
    con.search_s("ou=people", ldap.SCOPE_SUBTREE, "(uid=%s)" % name)  # expect: ldap-injection
    con.search_s("ou=people", ldap.SCOPE_SUBTREE, "(uid=%s)" % ldap.filter.escape_filter_chars(name))  # ok: ldap-injection


def unpack(path, where):
    with tarfile.open(path) as t:
        t.extractall(where)  # expect: path-traversal


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        url = urlparse(self.path)
        q = {k: v[0] for k, v in parse_qs(url.query).items()}
        con = ldap.initialize("ldap://dir")
        directory(con, q["user"])
        self.send_response(200)
        self.send_header("X-Trace", q.get("trace", ""))  # expect: header-injection
        self.end_headers()
        self.wfile.write(b"<html>" + q["name"].encode() + b"</html>")  # expect: xss
        os.popen("ping -c1 " + q["host"])  # expect: command-injection
        os.popen("ping -c1 " + shlex.quote(q["host"]))  # ok: command-injection
        subprocess.Popen(["sh", "-c", "nslookup " + q["host"]])  # expect: command-injection
        subprocess.Popen(["nslookup", "--", q["host"]])  # ok: command-injection
        subprocess.call(q["tool"].split())  # expect: command-injection
        urllib.request.urlopen(q["url"])  # expect: ssrf
        eval(q["expr"], {"__builtins__": {}})  # expect: code-injection
        int(q["n"])
        marshal.loads(base64.b64decode(q["m"]))  # expect: unsafe-deserialization
        getattr(self, "on_" + q["event"])()  # ok: unsafe-reflection
        __import__(q["plugin"])  # expect: unsafe-reflection

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        tree = ET.fromstring(body)
        name = tree.findtext("name")
        for row in tree.iter("cmd"):
            os.system(row.text)  # expect: command-injection
        with open("/srv/in/" + unquote(name)) as f:  # expect: path-traversal
            self.wfile.write(f.read().encode())


if __name__ == "__main__":
    HTTPServer(("127.0.0.1", 8000), Handler).serve_forever()
