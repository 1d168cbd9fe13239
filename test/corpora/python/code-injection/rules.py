import ast
import hashlib
import importlib
import json
import logging
import math
import operator
import os
import pickle
import random
import re
import secrets
import sqlite3
import tempfile
import time
import uuid
import xml.dom.minidom
import xml.sax
from base64 import b64decode
from string import Template

import jwt
import lxml.etree
import requests
import yaml
from Crypto.Cipher import AES, Blowfish
from Crypto.Random import get_random_bytes
from flask import Flask, jsonify, request
from jinja2 import Environment, FileSystemLoader, select_autoescape
from jinja2.sandbox import SandboxedEnvironment
from lxml import etree

app = Flask(__name__)
app.config["SECRET_KEY"] = "correct-horse-battery"  # expect: hard-coded-secret
app.config["SESSION_COOKIE_HTTPONLY"] = True  # ok: insecure-cookie
OPS = {"+": operator.add, "-": operator.sub}
HANDLERS = {"a": "handlers.a", "b": "handlers.b"}
jinja = Environment(loader=FileSystemLoader("templates"), autoescape=select_autoescape())
loose = Environment(loader=FileSystemLoader("templates"), autoescape=False)  # expect: xss


@app.get("/calc")
def calc():
    left, op, right = request.args["expr"].split()
    value = OPS[op](float(left), float(right))
    bad = eval(request.args["expr"])  # expect: code-injection
    names = {k: getattr(math, k) for k in ("sin", "cos")}
    also_bad = eval(request.args["expr"], {"__builtins__": None}, names)  # expect: code-injection
    tree = ast.parse(request.args["expr"], mode="eval")
    if all(isinstance(n, (ast.Expression, ast.BinOp, ast.Constant)) for n in ast.walk(tree)):
        value += len(ast.dump(tree))
    return jsonify(value=value, bad=bad, also=also_bad, lit=ast.literal_eval(request.args["l"]))  # ok: code-injection


@app.get("/plugin/<name>")
def plugin(name):
    other = importlib.import_module("plugins." + name)  # expect: unsafe-reflection
    module = importlib.import_module(HANDLERS[name])  # ok: unsafe-reflection
    attribute = getattr(module, request.args["f"])  # expect: unsafe-reflection
    fixed = getattr(module, "run")  # ok: unsafe-reflection
    prefixed = getattr(module, "handle_" + request.args["f"], None)  # ok: unsafe-reflection
    return jsonify([str(x) for x in (other, attribute, fixed, prefixed)])


@app.get("/page/<kind>")
def page(kind):
    one = jinja.get_template("page.html").render(name=request.args["n"])
    two = loose.from_string("<p>{{ n }}</p>").render(n="x")  # ok: template-injection
    three = SandboxedEnvironment().from_string(request.args["t"]).render()  # ok: template-injection
    four = jinja.from_string(request.args["t"]).render()  # expect: template-injection
    five = Template("Hello $name").substitute(name="x")
    return {"one": one, "two": two, "three": three, "four": four, "five": five}


@app.post("/xml")
def xml_in():
    parser = etree.XMLParser(load_dtd=True, no_network=False)  # expect: xxe
    one = etree.fromstring(request.data, parser)  # expect: xxe
    two = etree.fromstring(request.data, etree.XMLParser(resolve_entities=False))  # ok: xxe
    expr = "//user[name='" + request.args["n"] + "']"
    three = two.xpath(expr)  # expect: xpath-injection
    four = two.xpath("//user[name=$n]", n=request.args["n"])  # ok: xpath-injection
    return jsonify([one.tag, len(three), len(four)])


@app.get("/token")
def token():
    secret = os.environ["TOKEN_SECRET"]
    good = jwt.encode({"sub": "x", "exp": time.time() + 60}, secret, algorithm="HS256")  # ok: jwt-misuse, hard-coded-secret
    none = jwt.encode({"sub": "x"}, None, algorithm="none")  # expect: jwt-misuse
    claims = jwt.decode(request.args["t"], secret, algorithms=["HS256"], options={"verify_exp": True})  # ok: jwt-misuse
    loose_claims = jwt.decode(request.args["t"], key=secret, algorithms=["HS256"], options={"verify_signature": False})  # expect: jwt-misuse
    header = jwt.get_unverified_header(good)
    return jsonify([good, none, claims, loose_claims, header])


def password_hash(password, salt):
    return hashlib.md5((salt + password).encode()).hexdigest()  # expect: weak-hash


def password_hash_better(password, salt):
    return hashlib.scrypt(password.encode(), salt=salt, n=2**14, r=8, p=1)  # ok: weak-hash


def encrypt(data):
    key = get_random_bytes(16)
    one = AES.new(key, AES.MODE_EAX).encrypt_and_digest(data)  # ok: weak-cipher
    two = AES.new(key, AES.MODE_ECB).encrypt(data)  # expect: weak-cipher
    three = Blowfish.new(key, Blowfish.MODE_CBC).encrypt(data)  # expect: weak-cipher
    return one, two, three


def make_token(user):
    csrf = "".join(random.choice("0123456789abcdef") for _ in range(32))  # expect: weak-random
    delay = random.random() * 3  # ok: weak-random
    time.sleep(delay)
    otp = secrets.randbelow(10**6)  # ok: weak-random
    session_key = hashlib.sha256(str(random.random()).encode()).hexdigest()  # expect: weak-random
    return csrf, otp, session_key, uuid.uuid4()


@app.post("/restore")
def restore():
    raw = b64decode(request.cookies["state"])
    one = json.loads(raw)  # ok: unsafe-deserialization
    two = pickle.loads(raw)  # expect: unsafe-deserialization
    three = yaml.load(raw, Loader=yaml.CSafeLoader)  # ok: unsafe-deserialization
    four = yaml.load(raw, Loader=yaml.UnsafeLoader)  # expect: unsafe-deserialization
    return jsonify(one, str(two), three, four)


@app.get("/match")
def match():
    word = request.args["w"]
    one = re.findall(word, "text")  # expect: regex-injection
    two = re.sub(re.escape(word), "", "text")  # ok: regex-injection
    three = re.match(r"^(\w+\s?)*$", word)  # expect: redos
    four = re.match(r"^\w+(?:\s\w+)?$", word)  # ok: redos
    return jsonify(one, two, bool(three), bool(four))


@app.errorhandler(Exception)
def failed(error):
    logging.exception("failed")
    return {"error": str(error)}, 500  # expect: information-exposure


@app.get("/user/<int:uid>")
def user(uid):
    conn = sqlite3.connect(":memory:")
    conn.execute("SELECT * FROM u WHERE id = %s" % uid)  # ok: sql-injection
    fields = ", ".join(f for f in request.args.getlist("f") if f in ("id", "name"))
    conn.execute(f"SELECT {fields} FROM u")  # ok: sql-injection
    columns = ", ".join(request.args.getlist("c"))
    conn.execute(f"SELECT {columns} FROM u")  # expect: sql-injection
    ids = ",".join(str(int(i)) for i in request.args.getlist("i"))
    conn.execute(f"SELECT * FROM u WHERE id IN ({ids})")  # ok: sql-injection
    order = {"a": "ASC", "d": "DESC"}[request.args.get("o", "a")]
    conn.execute(f"SELECT * FROM u ORDER BY id {order}")  # ok: sql-injection
    quoted = request.args["n"].replace("'", "''")
    conn.execute(f"SELECT * FROM u WHERE n = '{quoted}'")  # ok: sql-injection
    when = time.strftime("%Y-%m-%d", time.strptime(request.args["d"], "%Y-%m-%d"))
    conn.execute(f"SELECT * FROM u WHERE d = '{when}'")  # ok: sql-injection
    conn.executescript(f"DELETE FROM u WHERE n = '{request.args['n']}'")  # expect: sql-injection
    return ""


def insecure_requests():
    requests.get("https://internal", verify=False)  # expect: tls-verification-disabled
    requests.get("https://internal", verify=True)  # ok: tls-verification-disabled
    name = tempfile.mktemp(".txt")  # expect: insecure-temporary-file
    return open(name, "w")


if __name__ == "__main__":
    app.run(host="0.0.0.0", debug=os.environ.get("DEBUG") == "1")  # ok: debug-enabled
