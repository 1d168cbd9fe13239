import io
import xml.sax
import xml.sax.handler

from flask import Flask, request

app = Flask(__name__)


class Text(xml.sax.handler.ContentHandler):
    def __init__(self):
        self.text = ""

    def characters(self, content):
        self.text += content


@app.post("/text")
def text():
    handler = Text()
    parser = xml.sax.make_parser()
    parser.setFeature(xml.sax.handler.feature_external_ges, True)
    parser.setContentHandler(handler)
    parser.parse(io.StringIO(request.data))
    return handler.text
