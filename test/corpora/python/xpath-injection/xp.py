import xml.etree.ElementTree as ET

from flask import Flask, request
from lxml import etree

app = Flask(__name__)
tree = etree.parse("users.xml")


@app.route("/a")
def a():
    name = request.args["name"]
    tree.xpath("//user[@name='" + name + "']")  # expect: xpath-injection
    tree.xpath("//user[@name=$n]", n=name)  # ok: xpath-injection
    etree.XPath("//user[@name='%s']" % name)(tree)  # expect: xpath-injection
    etree.parse("users.xml").getroot().xpath(f"//user[@id={int(name)}]")  # ok: xpath-injection
    ET.parse("users.xml").getroot().findall(f".//user[@name='{name}']")  # expect: xpath-injection
    return "ok"
