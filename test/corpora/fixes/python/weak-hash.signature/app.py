import hashlib

from flask import Flask, jsonify, request

app = Flask(__name__)
approved = set()


def fingerprint(document):
    return hashlib.md5(bytes.fromhex(document)).hexdigest()


@app.post("/approve")
def approve():
    approved.add(fingerprint(request.form["document"]))
    return "ok"


@app.post("/approved")
def is_approved():
    return jsonify(fingerprint(request.form["document"]) in approved)
