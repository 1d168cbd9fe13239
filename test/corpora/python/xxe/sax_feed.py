import xml.sax
from xml.sax.handler import feature_external_ges


class Feed(xml.sax.ContentHandler):
    def __init__(self):
        self.names = []

    def startElement(self, name, attrs):
        self.names.append(name)


def read(stream):
    parser = xml.sax.make_parser()
    parser.setFeature(feature_external_ges, True)  # expect: xxe
    parser.setContentHandler(Feed())
    parser.parse(stream)


def read_safe(stream):
    parser = xml.sax.make_parser()
    parser.setFeature(feature_external_ges, False)  # ok: xxe
    parser.parse(stream)
