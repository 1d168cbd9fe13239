import click
import csv
import json
import os
import re
import shutil
import smtplib
import ssl
import string
import subprocess
import tempfile
import urllib.request
import zipfile
from celery import shared_task
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from ftplib import FTP
from pathlib import Path
import random
import secrets
import hashlib
import requests


@shared_task
def process(name, url):
    subprocess.call(f"ffmpeg -i {name} out.mp4", shell=True)  # expect: command-injection
    requests.get(url)


@click.command()
@click.argument("path")
@click.option("--pattern")
def main(path, pattern):
    subprocess.check_call("tar czf out.tgz " + path, shell=True)  # expect: command-injection
    subprocess.check_call(["tar", "czf", "out.tgz", path])  # ok: command-injection
    os.execvp("sh", ["sh", "-c", "ls " + path])  # expect: command-injection


def crypto(data, password):
    hashes.Hash(hashes.MD5())  # expect: weak-hash
    hashes.Hash(hashes.SHA256())  # ok: weak-hash
    Cipher(algorithms.AES(os.urandom(32)), modes.ECB())  # expect: weak-cipher
    Cipher(algorithms.AES(os.urandom(32)), modes.GCM(os.urandom(12)))  # ok: weak-cipher
    Cipher(algorithms.ARC4(os.urandom(16)), None)  # expect: weak-cipher
    hashlib.new("md5", password).hexdigest()  # expect: weak-hash
    hashlib.scrypt(password, salt=os.urandom(16), n=2**14, r=8, p=1)  # ok: weak-hash
    api_token = "".join(random.choice(string.ascii_letters) for _ in range(20))  # expect: weak-random
    pick = random.choice(["a", "b"])  # ok: weak-random
    code = secrets.randbelow(10**6)  # ok: weak-random
    ctx = ssl.create_default_context()
    ctx.check_hostname = False  # expect: tls-verification-disabled
    ctx.verify_mode = ssl.CERT_NONE  # expect: tls-verification-disabled
    s = requests.Session()
    s.verify = False  # expect: tls-verification-disabled
    AWS = "AKIAIOSFODNN7REALKEY"  # expect: hard-coded-secret
    return api_token, pick, code, ctx, s, AWS


def unpack(archive, dest):
    with zipfile.ZipFile(archive) as z:
        for n in z.namelist():
            target = os.path.join(dest, n)
            if not os.path.realpath(target).startswith(os.path.realpath(dest) + os.sep):
                raise ValueError("outside")
            with open(target, "wb") as out:  # ok: path-traversal
                out.write(z.read(n))
    with zipfile.ZipFile(archive) as z:
        for n in z.namelist():
            with open(os.path.join(dest, n), "wb") as out:  # expect: path-traversal
                out.write(z.read(n))
