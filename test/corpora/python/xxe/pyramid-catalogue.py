import re
import subprocess
import xml.dom.minidom
import xml.etree.ElementTree as ET
from xml.sax import make_parser
from xml.sax.handler import ContentHandler, feature_external_ges

import defusedxml.ElementTree as DET
import ldap
import ldap.filter
from ldap3 import ALL, Connection, Server
from ldap3.utils.conv import escape_filter_chars
from lxml import etree, html
from mako.template import Template
from pyramid.config import Configurator
from pyramid.httpexceptions import HTTPFound
from pyramid.response import FileResponse, Response
from pyramid.view import view_config, view_defaults
from sqlalchemy import text


class Collector(ContentHandler):
    def startElement(self, name, attrs):
        self.last = name


@view_config(route_name="import", request_method="POST", renderer="json")
def import_catalogue(request):
    a = etree.fromstring(request.body, etree.XMLParser(resolve_entities=True))  # expect: xxe
    b = etree.fromstring(request.body, etree.XMLParser(resolve_entities=False, no_network=True))  # ok: xxe
    c = DET.fromstring(request.body)  # ok: xxe
    parser = make_parser()
    parser.setFeature(feature_external_ges, True)  # expect: xxe
    parser.setContentHandler(Collector())
    parser.parse(request.body_file)
    return {"a": a.tag, "b": b.tag, "c": c.tag}


@view_defaults(renderer="json")
class Search:
    def __init__(self, request):
        self.request = request
        self.db = request.dbsession

    @view_config(route_name="xpath")
    def xpath(self):
        tree = etree.parse("/srv/catalogue.xml")
        name = self.request.params["name"]
        one = tree.xpath("//item[@name='%s']" % name)  # expect: xpath-injection
        two = tree.xpath("//item[@name=$name]", name=name)  # ok: xpath-injection
        three = tree.find(".//item[@id='{}']".format(int(self.request.params["id"])))  # ok: xpath-injection
        finder = etree.XPath("//item[@name=$n]")  # ok: xpath-injection
        return {"n": len(one) + len(two) + len(finder(tree, n=name)), "three": three}

    @view_config(route_name="sql")
    def sql(self):
        ident = self.request.matchdict["id"]
        self.db.execute(text("SELECT * FROM item WHERE id = :id"), {"id": ident})  # ok: sql-injection
        self.db.execute(text("SELECT * FROM item WHERE id = " + ident))  # expect: sql-injection
        return {}

    @view_config(route_name="people")
    def people(self):
        uid = self.request.GET.get("uid", "")
        conn = ldap.initialize("ldap://ldap.example.com")
        conn.search_s("dc=example", ldap.SCOPE_SUBTREE, "(uid=%s)" % uid)  # expect: ldap-injection
        conn.search_s("dc=example", ldap.SCOPE_SUBTREE, ldap.filter.filter_format("(uid=%s)", [uid]))  # ok: ldap-injection
        other = Connection(Server("ldap.example.com", get_info=ALL), auto_bind=True)
        other.search("dc=example", f"(uid={escape_filter_chars(uid)})")  # ok: ldap-injection
        other.search("dc=example", f"(&(objectClass=person)(uid={uid}))")  # expect: ldap-injection
        return {}


@view_config(route_name="render")
def render(request):
    body = Template("Hello ${name}").render(name=request.params["name"])
    bad = Template(request.params["tpl"]).render()  # expect: template-injection
    return Response(bad + str(len(body)))


@view_config(route_name="page")
def page(request):
    title = request.params.get("title", "")
    return Response("<h1>" + title + "</h1>")  # expect: xss


@view_config(route_name="text")
def as_text(request):
    return Response(request.params.get("title", ""), content_type="text/plain")  # ok: xss


@view_config(route_name="go")
def go(request):
    came_from = request.params.get("came_from", request.route_url("home"))
    if request.params.get("home"):
        return HTTPFound(location=request.route_url("home"))  # ok: open-redirect
    return HTTPFound(location=came_from)  # expect: open-redirect


@view_config(route_name="doc")
def doc(request):
    name = request.matchdict["name"]
    if ".." in name or name.startswith("/"):
        return Response(status=400)
    return FileResponse("/srv/docs/" + name)  # ok: path-traversal


@view_config(route_name="doc2")
def doc2(request):
    return FileResponse("/srv/docs/" + request.matchdict["name"])  # expect: path-traversal


@view_config(route_name="match")
def match(request):
    pattern = request.params["pattern"]
    found = re.search(pattern, "some text")  # expect: regex-injection
    safe = re.search(re.escape(pattern), "some text")  # ok: regex-injection
    slow = re.match(r"^(a+)+$", request.params["text"])  # expect: redos
    quick = re.match(r"^a+$", request.params["text"])  # ok: redos
    return Response(json_body=[bool(found), bool(safe), bool(slow), bool(quick)])


@view_config(route_name="calc")
def calc(request):
    import ast

    value = ast.literal_eval(request.params["expr"])  # ok: code-injection
    other = eval(request.params["expr"], {"__builtins__": {}})  # expect: code-injection
    third = {"add": lambda a, b: a + b}.get(request.params["op"], max)(1, 2)  # ok: code-injection
    return Response(json_body=[value, other, third])


@view_config(route_name="shell")
def shell(request):
    args = request.params.getall("arg")
    subprocess.run(["/usr/bin/cat-tool", *args], check=False)  # ok: command-injection
    subprocess.run("cat-tool " + " ".join(args), shell=True, check=False)  # expect: command-injection
    return Response("ok")


def main(global_config, **settings):
    config = Configurator(settings=settings)
    config.scan()
    return config.make_wsgi_app()
