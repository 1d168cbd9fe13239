import ast
import hashlib
import hmac
import logging
import pickle
import random
import re
import secrets
import ssl
import string
import marshal
import shelve
import urllib.request

import jsonpickle
import jwt
import ldap
import ldap.filter
import requests
import httpx
import yaml
import lxml.etree
import xml.sax
import xml.etree.ElementTree as ET
import defusedxml.ElementTree as DET
from Crypto.Cipher import AES, DES, ARC4
from Crypto.Random import get_random_bytes
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from flask import Flask, request, session, make_response, jsonify
from pymongo import MongoClient
from simpleeval import simple_eval

app = Flask(__name__)
db = MongoClient().app
log = logging.getLogger(__name__)
app.config["SECRET_KEY"] = "d9c1f0a5b7e84c3a9f61"  # expect: hard-coded-secret
PARTNERS = ("https://a.example.com/", "https://b.example.com/")


@app.post("/nosql")
def nosql():
    body = request.get_json()
    db.users.find_one({"name": body["name"], "pw": body["pw"]})  # expect: nosql-injection
    db.users.find_one({"name": str(body["name"])})  # ok: nosql-injection
    db.users.find({"$where": "this.age > " + request.args["age"]})  # expect: nosql-injection
    db.users.find_one({"name": request.args["name"]})  # ok: nosql-injection
    return ""


@app.post("/code")
def code():
    eval(request.form["e"])  # expect: code-injection
    exec(compile(request.form["e"], "x", "exec"))  # expect: code-injection
    ast.literal_eval(request.form["e"])  # ok: code-injection
    simple_eval(request.form["e"])  # ok: code-injection
    return ""


@app.get("/ldap")
def ldap_():
    con = ldap.initialize("ldaps://ds")
    con.search_s("dc=x", ldap.SCOPE_SUBTREE, "(uid=" + request.args["u"] + ")")  # expect: ldap-injection
    con.search_s("dc=x", ldap.SCOPE_SUBTREE, ldap.filter.filter_format("(uid=%s)", [request.args["u"]]))  # ok: ldap-injection
    con.search_s("dc=x", ldap.SCOPE_SUBTREE, "(uid=%s)" % ldap.filter.escape_filter_chars(request.args["u"]))  # ok: ldap-injection
    return ""


@app.post("/xml")
def xml_():
    tree = lxml.etree.parse("users.xml")
    tree.xpath("//user[name='" + request.form["n"] + "']")  # expect: xpath-injection
    tree.xpath("//user[name=$n]", n=request.form["n"])  # ok: xpath-injection
    lxml.etree.fromstring(request.data, lxml.etree.XMLParser(resolve_entities=True))  # expect: xxe
    lxml.etree.fromstring(request.data, lxml.etree.XMLParser(resolve_entities=False, no_network=True))  # ok: xxe
    DET.fromstring(request.data)  # ok: xxe
    root = ET.parse("users.xml").getroot()
    root.find("./user[@name='%s']" % request.form["n"])  # expect: xpath-injection
    return ""


@app.get("/ssrf")
def ssrf():
    u = request.args["u"]
    requests.get(u, timeout=3)  # expect: ssrf
    httpx.post("https://" + u + "/hook")  # expect: ssrf
    requests.get("https://api.example.com/items/" + u)  # ok: ssrf
    urllib.request.urlopen(u)  # expect: ssrf
    if u.startswith(PARTNERS):
        requests.get(u)  # ok: ssrf
    with httpx.Client(base_url="https://api.example.com") as c:
        c.get("/v1", params={"q": u})  # ok: ssrf
    return ""


@app.post("/deser")
def deser():
    pickle.loads(request.data)  # expect: unsafe-deserialization
    yaml.load(request.data, Loader=yaml.Loader)  # expect: unsafe-deserialization
    yaml.safe_load(request.data)  # ok: unsafe-deserialization
    yaml.load(request.data, Loader=yaml.SafeLoader)  # ok: unsafe-deserialization
    jsonpickle.decode(request.data)  # expect: unsafe-deserialization
    marshal.loads(request.data)  # expect: unsafe-deserialization
    return ""


@app.post("/log")
def logs():
    user = request.form["user"]
    log.info("login of %s", user)  # expect: log-injection
    log.info("login of %r", user)  # ok: log-injection
    log.info("login of %s", user.replace("\r", "").replace("\n", ""))  # ok: log-injection
    session["role"] = request.form["role"]  # expect: trust-boundary
    return ""


@app.get("/re")
def res():
    re.search(request.args["p"], "abc")  # expect: regex-injection
    re.search(re.escape(request.args["p"]), "abc")  # ok: regex-injection
    re.match(r"^(a+)+$", request.args["p"])  # expect: redos
    re.match(r"^[a-z]+$", request.args["p"])  # ok: redos
    return ""


@app.get("/crypto")
def crypto():
    hashlib.md5(request.args["password"].encode()).hexdigest()  # expect: weak-hash
    hashlib.new("sha1", request.args["password"].encode())  # expect: weak-hash
    hashlib.md5(b"etag", usedforsecurity=False)  # ok: weak-hash
    hashlib.sha256(b"x")  # ok: weak-hash
    hashes.Hash(hashes.MD5())  # expect: weak-hash
    key = get_random_bytes(16)
    AES.new(key, AES.MODE_ECB)  # expect: weak-cipher
    AES.new(key, AES.MODE_GCM)  # ok: weak-cipher
    DES.new(key[:8], DES.MODE_CBC)  # expect: weak-cipher
    ARC4.new(key)  # expect: weak-cipher
    Cipher(algorithms.AES(key), modes.ECB())  # expect: weak-cipher
    Cipher(algorithms.TripleDES(key), modes.CBC(key[:8]))  # expect: weak-cipher
    Cipher(algorithms.AES(key), modes.GCM(key[:12]))  # ok: weak-cipher
    token = "".join(random.choice(string.ascii_letters) for _ in range(32))  # expect: weak-random
    other = "".join(secrets.choice(string.ascii_letters) for _ in range(32))  # ok: weak-random
    jitter = random.uniform(0.5, 1.5)  # ok: weak-random
    password = "".join(random.SystemRandom().choice("abc") for _ in range(9))  # ok: weak-random
    return jsonify([token, other, jitter, password])


@app.get("/cookie")
def cookie():
    r = make_response("x")
    r.set_cookie("session", "1")  # expect: insecure-cookie
    r.set_cookie("session", "1", secure=True, httponly=True, samesite="Lax")  # ok: insecure-cookie
    return r


def tls():
    requests.get("https://x", verify=False)  # expect: tls-verification-disabled
    s = requests.Session()
    s.verify = False  # expect: tls-verification-disabled
    ctx = ssl._create_unverified_context()  # expect: tls-verification-disabled
    ctx2 = ssl.create_default_context()
    ctx2.check_hostname = False  # expect: tls-verification-disabled
    ctx2.verify_mode = ssl.CERT_NONE  # expect: tls-verification-disabled
    httpx.Client(verify=False)  # expect: tls-verification-disabled
    requests.get("https://x", verify="/etc/ca.pem")  # ok: tls-verification-disabled
    return ctx


def tokens(t, key):
    jwt.decode(t, options={"verify_signature": False})  # expect: jwt-misuse
    jwt.decode(t, key, algorithms=["HS256"])  # ok: jwt-misuse
    jwt.encode({"a": 1}, key, algorithm="none")  # expect: jwt-misuse
    jwt.encode({"a": 1}, "s3cr3t-Signing-k3y", algorithm="HS256")  # expect: hard-coded-secret
