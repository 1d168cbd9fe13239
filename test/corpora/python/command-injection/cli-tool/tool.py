import argparse
import os
import socketserver
import subprocess
import sys
import tempfile
import pickle
import random
import ssl
import hmac
import hashlib
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import parse_qs, urlparse
from xml.dom import pulldom
import requests


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        query = parse_qs(urlparse(self.path).query)
        name = query.get("name", ["x"])[0]
        with open("/srv/" + name) as f:  # expect: path-traversal
            body = f.read()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(("<h1>" + name + "</h1>" + body).encode())  # expect: xss

    def do_POST(self):
        raw = self.rfile.read(int(self.headers["Content-Length"]))
        obj = pickle.loads(raw)  # expect: unsafe-deserialization
        sig = self.headers.get("X-Signature", "")
        if not hmac.compare_digest(sig, hmac.new(b"k3y-for-webhooks-2024", raw, hashlib.sha256).hexdigest()):  # expect: hard-coded-secret
            self.send_error(403)
        return obj


class Echo(socketserver.BaseRequestHandler):
    def handle(self):
        line = self.request.recv(1024).decode().strip()
        os.popen("logger " + line)  # expect: command-injection


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--host")
    parser.add_argument("--out")
    args = parser.parse_args()
    subprocess.run("ping -c1 %s" % args.host, shell=True)  # expect: command-injection
    subprocess.run(["ping", "-c1", args.host])  # ok: command-injection
    os.system("cat " + sys.argv[1])  # expect: command-injection
    ctx = ssl._create_unverified_context()  # expect: tls-verification-disabled
    requests.get("https://example.com", verify="/etc/ca.pem")  # ok: tls-verification-disabled
    password = "".join(random.choices("abc123", k=12))  # expect: weak-random
    delay = random.uniform(0, 2)  # ok: weak-random
    with tempfile.NamedTemporaryFile() as f:  # ok: insecure-temporary-file
        f.write(b"x")
    return ctx, password, delay
