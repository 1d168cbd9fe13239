import base64
import json
import pickle

import requests
import yaml
from flask import Blueprint, jsonify, request
from lxml import etree

imports = Blueprint("imports", __name__)

SUPPLIER_FEED = "https://suppliers.example/prices.json"


@imports.post("/basket")
def basket():
    saved = base64.b64decode(request.cookies["basket"])
    return jsonify(pickle.loads(saved))


@imports.post("/wishlist")
def wishlist():
    return jsonify(json.loads(request.get_data(as_text=True)))


@imports.post("/settings")
def settings():
    return jsonify(yaml.load(request.get_data(), Loader=yaml.Loader))


@imports.post("/translations")
def translations():
    return jsonify(yaml.safe_load(request.get_data()))


@imports.post("/prices")
def prices():
    parser = etree.XMLParser(resolve_entities=True)
    document = etree.fromstring(request.get_data(), parser)
    return jsonify([node.text for node in document.iter("price")])


@imports.post("/preview")
def preview():
    answer = requests.get(request.form["address"], timeout=5)
    return jsonify(status=answer.status_code)


@imports.get("/supplier")
def supplier():
    answer = requests.get(SUPPLIER_FEED, timeout=5, verify=False)
    return jsonify(answer.json())
