"""Addresses that are held to a pattern before they are asked for."""

import re
from urllib.parse import urlparse

import requests
from flask import Flask, abort, redirect, request

app = Flask(__name__)
FEEDS = re.compile(r"^https://(?:feeds|news)\.example\.com/")
LOOSE = re.compile(r"^https://feeds\.example\.com")


@app.route("/feed")
def feed():
    address = request.args["address"]
    if not FEEDS.search(address):
        abort(400)
    return requests.get(address).text  # ok: ssrf


@app.route("/loose")
def loose():
    address = request.args["address"]
    if not LOOSE.search(address):
        abort(400)
    return requests.get(address).text  # expect: ssrf


@app.route("/picture")
def picture():
    address = request.args["address"]
    if re.match(r"https://[a-z0-9-]+\.pictures\.example\.com(?::\d+)?/", address):
        requests.get(address)  # ok: ssrf
    if re.search(r"https://[a-z0-9-]+\.pictures\.example\.com/", address):
        requests.get(address)  # expect: ssrf
    if re.match(r"^https://a\.example\.com/|file:", address):
        requests.get(address)  # expect: ssrf
    if re.fullmatch(r"https://pictures\.example\.com(?:/.*)?", address):
        return redirect(address)  # ok: open-redirect
    return redirect("/")


@app.route("/partner")
def partner():
    address = request.args["address"]
    host = urlparse(address).hostname
    if host and re.search(r"(?:^|\.)partner\.example$", host):
        return redirect(address)  # ok: open-redirect
    if host and re.search(r"partner\.example$", host):
        return redirect(address)  # expect: open-redirect
    return redirect("/")
