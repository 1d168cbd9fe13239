import xml.etree.ElementTree as ET

from flask import Flask, request
from lxml import etree

app = Flask(__name__)
TREE = etree.parse("books.xml")
CATALOG = ET.parse("catalog.xml")


@app.route("/book")
def book():
    author = request.args["author"]
    found = TREE.xpath("//book[author='" + author + "']")  # expect: xpath-injection
    bound = TREE.xpath("//book[author=$name]", name=author)  # ok: xpath-injection
    return {"n": len(found) + len(bound)}


@app.route("/entry")
def entry():
    key = request.args["id"]
    root = CATALOG.getroot()
    one = root.find(f".//entry[@id='{key}']")  # expect: xpath-injection
    number = int(key)
    two = root.findall(".//entry[@id='%d']" % number)  # ok: xpath-injection
    return {"one": one is not None, "two": len(two)}
