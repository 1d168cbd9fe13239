#!/usr/bin/env python3
"""Night jobs: a program for the command line."""
import argparse
import configparser
import csv
import ftplib
import getpass
import glob
import hashlib
import json
import marshal
import os
import pathlib
import re
import shutil
import smtplib
import socket
import ssl
import stat
import subprocess
import sys
import tempfile
import urllib.request
import uuid
import xml.dom.minidom
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, HTTPServer
from string import Template
from urllib.parse import parse_qs, quote, urlparse

import jsonpickle
import paramiko
import yaml
from Crypto.Cipher import AES, ARC4
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

HERE = pathlib.Path(__file__).parent


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        url = urlparse(self.path)
        params = parse_qs(url.query)
        name = params.get("name", [""])[0]
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("X-Name", quote(name))  # ok: header-injection
        self.send_header("X-Raw", name)  # expect: header-injection
        self.end_headers()
        self.wfile.write(b"<p>" + name.encode("utf-8") + b"</p>")  # expect: xss
        match params.get("action", ["none"])[0]:
            case "list" | "count" as action:
                subprocess.run(f"jobs {action}", shell=True)  # ok: command-injection
            case action:
                subprocess.run(f"jobs {action}", shell=True)  # expect: command-injection
        self.wfile.write(Template("hi $n").substitute(n=len(name)).encode())  # ok: xss

    def do_POST(self):
        length = int(self.headers["Content-Length"])
        body = self.rfile.read(length)
        jsonpickle.decode(body)  # expect: unsafe-deserialization
        json.loads(body)  # ok: unsafe-deserialization
        marshal.loads(body)  # expect: unsafe-deserialization
        yaml.safe_load(body)  # ok: unsafe-deserialization
        yaml.load(body, yaml.Loader)  # expect: unsafe-deserialization
        xml.dom.minidom.parseString(body)
        urllib.request.urlopen(body.decode())  # expect: ssrf
        if (m := re.fullmatch(r"job-(\d+)", body.decode())) is not None:
            os.system("run-job " + m.group(1))  # ok: command-injection
        os.system("run-job %s" % uuid.UUID(body.decode()))  # ok: command-injection
        host = body.decode().strip()
        if not all(c.isalnum() or c in ".-" for c in host):
            self.send_error(400)
            return
        os.system("ping -c1 " + host)  # ok: command-injection


def crypt(data: bytes, key: bytes, iv: bytes):
    a = AES.new(key, AES.MODE_ECB).encrypt(data)  # expect: weak-cipher
    b = AES.new(key, AES.MODE_GCM, nonce=iv).encrypt(data)  # ok: weak-cipher
    c = ARC4.new(key).encrypt(data)  # expect: weak-cipher
    d = Cipher(algorithms.AES(key), modes.GCM(iv))  # ok: weak-cipher
    e = Cipher(algorithms.TripleDES(key), modes.CBC(iv))  # expect: weak-cipher
    f = rsa.generate_private_key(public_exponent=65537, key_size=1024)  # expect: weak-cipher
    g = rsa.generate_private_key(public_exponent=65537, key_size=3072)  # ok: weak-cipher
    h = hashlib.new("md4", data)  # expect: weak-hash
    i = hashlib.pbkdf2_hmac("sha256", data, key, 600_000)  # ok: weak-hash
    j = hashlib.scrypt(data, salt=key, n=2**14, r=8, p=1)  # ok: weak-hash
    return a, b, c, d, e, f, g, h, i, j


def files(args):
    tmp = tempfile.mktemp()  # expect: insecure-temporary-file
    fd, ok = tempfile.mkstemp()  # ok: insecure-temporary-file
    os.chmod(ok, 0o777)  # expect: file-permissions
    os.chmod(tmp, stat.S_IRUSR | stat.S_IWUSR)  # ok: file-permissions
    HERE.joinpath("out").chmod(0o666)  # expect: file-permissions
    os.umask(0)  # expect: file-permissions
    os.open("x", os.O_CREAT | os.O_WRONLY, 0o600)  # ok: file-permissions
    return fd


def remote():
    client = paramiko.SSHClient()
    client.set_missing_host_key_policy(paramiko.AutoAddPolicy())  # expect: tls-verification-disabled
    other = paramiko.SSHClient()
    other.set_missing_host_key_policy(paramiko.RejectPolicy())  # ok: tls-verification-disabled
    ssl._create_default_https_context = ssl._create_unverified_context  # expect: tls-verification-disabled
    ctx = ssl.SSLContext(ssl.PROTOCOL_TLSv1)  # expect: weak-cipher
    good = ssl.create_default_context()  # ok: tls-verification-disabled
    good.minimum_version = ssl.TLSVersion.TLSv1_2  # ok: weak-cipher
    return client, other, ctx, good


def main(argv=None):
    parser = argparse.ArgumentParser()
    parser.add_argument("job", choices=["clean", "sync"])
    parser.add_argument("--target")
    parser.add_argument("--depth", type=int)
    args = parser.parse_args(argv)
    os.system(f"job-{args.job} --depth {args.depth}")  # ok: command-injection
    os.system("rsync . " + args.target)  # expect: command-injection
    with ThreadPoolExecutor() as ex:
        ex.map(lambda p: subprocess.call("gzip " + p, shell=True), glob.glob("*.log"))
    os.execvp("ls", ["ls", args.target])  # ok: command-injection
    return 0


if __name__ == "__main__":
    HTTPServer(("", 8000), Handler)
    sys.exit(main())
