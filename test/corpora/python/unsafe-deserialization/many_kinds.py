import hashlib
import logging
import os
import pickle
import random
import re
import secrets
import ssl
import string
import tempfile
import uuid
import xml.etree.ElementTree as ET
import xml.sax
from ast import literal_eval
from importlib import import_module

import dill
import jsonpickle
import jwt
import ldap
import ldap3
import marshal
import requests
import shelve
import yaml
from Crypto.Cipher import AES, DES, ARC4
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from defusedxml import ElementTree as DET
from flask import Flask, make_response, request, session
from ldap.filter import escape_filter_chars
from lxml import etree
from pymongo import MongoClient
from bson import ObjectId
import structlog

app = Flask(__name__)
app.secret_key = "dev-secret-key-123"  # expect: hard-coded-secret
logger = logging.getLogger(__name__)
log = structlog.get_logger()
db = MongoClient().shop


@app.route("/m", methods=["POST"])
def m():
    pickle.loads(request.data)  # expect: unsafe-deserialization
    dill.loads(request.data)  # expect: unsafe-deserialization
    jsonpickle.decode(request.get_data(as_text=True))  # expect: unsafe-deserialization
    marshal.loads(request.data)  # expect: unsafe-deserialization
    yaml.load(request.data, Loader=yaml.Loader)  # expect: unsafe-deserialization
    yaml.load(request.data, Loader=yaml.SafeLoader)  # ok: unsafe-deserialization
    yaml.safe_load(request.data)  # ok: unsafe-deserialization
    yaml.unsafe_load(request.data)  # expect: unsafe-deserialization
    literal_eval(request.form["x"])  # ok: code-injection
    eval(request.form["x"])  # expect: code-injection
    exec(compile(request.form["x"], "x", "exec"))  # expect: code-injection
    eval("1 + 1")  # ok: code-injection
    import_module(request.form["mod"])  # expect: unsafe-reflection
    getattr(os, request.form["attr"])()  # expect: unsafe-reflection
    etree.fromstring(request.data)  # expect: xxe
    etree.fromstring(request.data, etree.XMLParser(resolve_entities=False))  # ok: xxe
    DET.fromstring(request.data)  # ok: xxe
    doc = etree.parse("users.xml")
    doc.xpath("//user[@name='" + request.form["name"] + "']")  # expect: xpath-injection
    doc.xpath("//user[@name=$name]", name=request.form["name"])  # ok: xpath-injection
    logger.info("login of %s", request.form["user"])  # expect: log-injection
    logger.info("login of " + request.form["user"].replace("\n", "").replace("\r", ""))  # ok: log-injection
    logger.info("login of %r", request.form["user"])  # ok: log-injection
    logger.info("attempt %d", int(request.form["n"]))  # ok: log-injection
    conn = ldap.initialize("ldap://localhost")
    conn.search_s("ou=people", ldap.SCOPE_SUBTREE, "(uid=%s)" % request.form["user"])  # expect: ldap-injection
    conn.search_s("ou=people", ldap.SCOPE_SUBTREE, "(uid=%s)" % escape_filter_chars(request.form["user"]))  # ok: ldap-injection
    ldap3.Connection("x").search("ou=people", f"(uid={request.form['user']})")  # expect: ldap-injection
    re.match(request.form["pattern"], "text")  # expect: regex-injection
    re.match(re.escape(request.form["pattern"]), "text")  # ok: regex-injection
    re.match(r"^(\w+\s?)+$", request.form["text"])  # expect: redos
    db.users.find_one({"name": request.json["name"]})  # expect: nosql-injection
    db.users.find_one({"name": str(request.json["name"])})  # ok: nosql-injection
    db.users.find_one({"_id": ObjectId(request.json["id"])})  # ok: nosql-injection
    db.users.find({"$where": "this.name == '" + request.form["name"] + "'"})  # expect: nosql-injection
    db.users.find({"name": request.form["name"]})  # ok: nosql-injection
    session["role"] = request.form["role"]  # expect: trust-boundary
    r = make_response("ok")
    r.headers["X-Name"] = request.form["name"]
    r.set_cookie("session", "x")  # expect: insecure-cookie
    r.set_cookie("session", "x", secure=True, httponly=True)  # ok: insecure-cookie
    return r


def crypto(password, data, key):
    hashlib.md5(password.encode()).hexdigest()  # expect: weak-hash
    hashlib.sha1(data, usedforsecurity=False)  # ok: weak-hash
    hashlib.sha256(data)  # ok: weak-hash
    hashlib.new("md5", password)  # expect: weak-hash
    DES.new(key, DES.MODE_CBC)  # expect: weak-cipher
    AES.new(key, AES.MODE_ECB)  # expect: weak-cipher
    AES.new(key, AES.MODE_GCM)  # ok: weak-cipher
    Cipher(algorithms.AES(key), modes.ECB())  # expect: weak-cipher
    Cipher(algorithms.AES(key), modes.GCM(os.urandom(12)))  # ok: weak-cipher
    token = "".join(random.choice(string.ascii_letters) for _ in range(32))  # expect: weak-random
    reset = random.randint(100000, 999999)
    good = secrets.token_urlsafe(32)  # ok: weak-random
    jitter = random.uniform(0, 1)  # ok: weak-random
    jwt.decode(data, options={"verify_signature": False})  # expect: jwt-misuse
    jwt.decode(data, key, algorithms=["HS256"])  # ok: jwt-misuse
    jwt.encode({}, "super-secret-key", algorithm="HS256")  # expect: hard-coded-secret
    requests.get("https://example.com", verify=False)  # expect: tls-verification-disabled
    requests.get("https://example.com", verify="/etc/ca.pem")  # ok: tls-verification-disabled
    ssl._create_unverified_context()  # expect: tls-verification-disabled
    tempfile.mktemp()  # expect: insecure-temporary-file
    tempfile.mkstemp()  # ok: insecure-temporary-file
    return token, reset, good, jitter


if __name__ == "__main__":
    app.run(debug=True)  # expect: debug-enabled
