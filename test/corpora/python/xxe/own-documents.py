import io
import xml.dom.minidom
import xml.sax
import xml.sax.handler

from flask import Flask, request
from lxml import etree

app = Flask(__name__)
DEFAULTS = "<defaults><a/></defaults>"


@app.get("/defaults")
def defaults():
    document = "<defaults/>"
    parser = xml.sax.make_parser()
    parser.setFeature(xml.sax.handler.feature_external_ges, True)  # ok: xxe
    return xml.dom.minidom.parseString(document, parser).toxml()


@app.post("/given")
def given():
    document = request.get_data()
    parser = xml.sax.make_parser()
    parser.setFeature(xml.sax.handler.feature_external_ges, True)  # expect: xxe
    return {"x": xml.dom.minidom.parseString(document, parser).nodeName}


@app.get("/wrapped")
def wrapped():
    text = DEFAULTS
    parser = etree.XMLParser(resolve_entities=True)  # ok: xxe
    return {"x": etree.parse(io.BytesIO(text.encode()), parser).getroot().tag}


def load(text):
    parser = xml.sax.make_parser()
    parser.setFeature(xml.sax.handler.feature_external_ges, True)  # expect: xxe
    parser.parse(io.StringIO(text))
