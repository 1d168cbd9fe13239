import defusedxml.ElementTree
import xml.etree.ElementTree as ET
from flask import Flask, request
from lxml import etree

app = Flask(__name__)


@app.route("/order", methods=["POST"])
def order():
    tree = etree.fromstring(request.data)  # expect: xxe
    return {"items": len(tree)}


@app.route("/order/safe", methods=["POST"])
def order_safe():
    parser = etree.XMLParser(resolve_entities=False, no_network=True)
    tree = etree.fromstring(request.data, parser)  # ok: xxe
    other = defusedxml.ElementTree.fromstring(request.data)  # ok: xxe
    third = ET.fromstring(request.data)  # ok: xxe
    return {"items": len(tree) + len(other) + len(third)}


def strict(path):
    parser = etree.XMLParser(resolve_entities=True)  # expect: xxe
    return etree.parse(path, parser)
