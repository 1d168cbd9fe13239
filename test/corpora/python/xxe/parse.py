import xml.etree.ElementTree as ET
import xml.sax
from io import BytesIO
from xml.dom import minidom

import defusedxml.ElementTree as DET
import xmltodict
from flask import Flask, request
from lxml import etree

app = Flask(__name__)


@app.route("/a", methods=["POST"])
def a():
    etree.fromstring(request.data, etree.XMLParser(resolve_entities=True))  # expect: xxe
    etree.fromstring(request.data, etree.XMLParser(resolve_entities=False, no_network=True))  # ok: xxe
    DET.fromstring(request.data)  # ok: xxe
    parser = etree.XMLParser(resolve_entities=True, no_network=False)  # expect: xxe
    etree.parse(BytesIO(request.data), parser)  # expect: xxe
    reader = xml.sax.make_parser()
    reader.setFeature(xml.sax.handler.feature_external_ges, True)  # expect: xxe
    reader.parse(BytesIO(request.data))
    xmltodict.parse(request.data)  # ok: xxe
    return "ok"
