"""Command line tools and plain servers of the standard library."""
import argparse
import cgi
import hashlib
import html
import http.server
import os
import random
import shutil
import smtplib
import sqlite3
import ssl
import string
import subprocess
import sys
import urllib.parse
import uuid
import xml.dom.minidom
import xml.sax
from cryptography.hazmat.primitives import hashes, padding
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from Crypto.Cipher import AES, DES3
import paramiko
import defusedxml.ElementTree


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        url = urllib.parse.urlparse(self.path)
        query = urllib.parse.parse_qs(url.query)
        name = query.get("name", [""])[0]
        self.send_response(200)
        self.send_header("X-Name", urllib.parse.quote(name))  # ok: header-injection
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(f"<p>{name}</p>".encode())  # expect: xss
        self.wfile.write(b"<p>" + html.escape(name).encode() + b"</p>")  # ok: xss
        with open("/srv/www" + url.path) as f:  # expect: path-traversal
            shutil.copyfileobj(f, self.wfile)
        base = os.path.abspath("/srv/www")
        full = os.path.abspath(os.path.join(base, name))
        if full.startswith(base + os.sep):
            os.remove(full)  # ok: path-traversal
        if full.startswith(base):
            print(os.listdir(full))  # expect: path-traversal

    def do_POST(self):
        length = int(self.headers["Content-Length"])
        body = self.rfile.read(length)
        form = urllib.parse.parse_qsl(body.decode())
        for key, value in form:
            subprocess.run(["notify", key, value], check=True)  # ok: command-injection
            os.popen("notify %s" % value)  # expect: command-injection
        xml.sax.parseString(body, xml.sax.ContentHandler())
        defusedxml.ElementTree.fromstring(body)  # ok: xxe


def crypt(key, iv, data):
    good = Cipher(algorithms.AES(key), modes.GCM(iv)).encryptor()  # ok: weak-cipher
    ecb = Cipher(algorithms.AES(key), modes.ECB()).encryptor()  # expect: weak-cipher
    des = DES3.new(key, DES3.MODE_CBC, iv)  # expect: weak-cipher
    eax = AES.new(key, AES.MODE_EAX)  # ok: weak-cipher
    small = rsa.generate_private_key(public_exponent=65537, key_size=1024)  # expect: weak-cipher
    large = rsa.generate_private_key(public_exponent=65537, key_size=3072)  # ok: weak-cipher
    return good, ecb, des.encrypt(data), eax.encrypt(data), small, large


def checksums(path, password):
    digest = hashlib.new("sha1", password.encode()).hexdigest()  # expect: weak-hash
    fine = hashlib.file_digest(open(path, "rb"), "sha256").hexdigest()  # ok: weak-hash
    weak = hashes.Hash(hashes.MD5())  # expect: weak-hash
    return digest, fine, weak


def tokens():
    session_id = random.randint(100000, 999999)  # expect: weak-random
    rng = random.SystemRandom()
    secret = "".join(rng.choice(string.digits) for _ in range(6))  # ok: weak-random
    shuffled = random.sample(range(10), 3)  # ok: weak-random
    return session_id, secret, shuffled, uuid.uuid4()


def remote(host, command):
    client = paramiko.SSHClient()
    client.set_missing_host_key_policy(paramiko.AutoAddPolicy())  # expect: tls-verification-disabled
    client.connect(host, username="deploy", password="Kx82!pqLm0z")  # expect: hard-coded-secret
    client.exec_command("uptime")  # ok: command-injection
    server = smtplib.SMTP("mail.example.org")
    server.starttls(context=ssl.create_default_context())  # ok: tls-verification-disabled
    server.login("deploy", os.environ["MAIL_PASSWORD"])  # ok: hard-coded-secret
    ssl._create_default_https_context = ssl._create_unverified_context  # expect: tls-verification-disabled


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--table", choices=["a", "b"])
    parser.add_argument("--limit", type=int)
    args = parser.parse_args()
    db = sqlite3.connect("tool.db")
    db.execute("SELECT * FROM a LIMIT ?", (args.limit,))  # ok: sql-injection
    subprocess.run(["ls", "-l"], check=True)  # ok: command-injection
    sys.exit(0)
