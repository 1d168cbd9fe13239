import ast
import importlib
import json
import ldap3
import lxml.etree
import marshal
import os
import re
import socket
import ssl
import subprocess
import tempfile

import redis
import tornado.escape
import tornado.httpclient
import tornado.ioloop
import tornado.web
import tornado.websocket
from ldap3.utils.conv import escape_filter_chars

ACTIONS = {"start": "room-start", "stop": "room-stop"}


class BaseHandler(tornado.web.RequestHandler):
    def initialize(self, db):
        self.db = db

    def get_current_user(self):
        return self.get_secure_cookie("user")

    @property
    def room(self):
        return self.get_argument("room")


class Room(BaseHandler):
    @tornado.web.authenticated
    async def get(self, number):
        self.write("<h1>" + self.room + "</h1>")  # expect: xss
        self.write("<h1>" + tornado.escape.xhtml_escape(self.room) + "</h1>")  # ok: xss
        self.write({"room": self.room})  # ok: xss
        await self.db.execute("SELECT * FROM rooms WHERE n = %s", (number,))  # ok: sql-injection
        client = tornado.httpclient.AsyncHTTPClient()
        await client.fetch(self.get_query_argument("feed"))  # expect: ssrf
        self.set_cookie("room", "1", secure=True, httponly=True)  # ok: insecure-cookie
        self.redirect(self.get_argument("next", "/"))  # expect: open-redirect

    def post(self, number):
        data = tornado.escape.json_decode(self.request.body)
        action = ACTIONS.get(data["action"])
        if action is None:
            raise tornado.web.HTTPError(400)
        os.system(action + " now")  # ok: command-injection
        subprocess.Popen(["sh", "-c", "room " + data["name"]])  # expect: command-injection
        os.execvp("room", ["room", data["name"]])  # ok: command-injection
        self.set_header("X-Room", data["name"])  # expect: header-injection
        self.finish()


class Directory(BaseHandler):
    def get(self):
        user = self.get_body_argument("user")
        conn = ldap3.Connection("ldap.example.org", auto_bind=True)
        conn.search("dc=example", f"(uid={user})")  # expect: ldap-injection
        conn.search("dc=example", f"(uid={escape_filter_chars(user)})")  # ok: ldap-injection
        doc = lxml.etree.parse("people.xml")
        doc.xpath("//person[@id=$id]", id=user)  # ok: xpath-injection
        doc.xpath("//person[@id='%s']" % user)  # expect: xpath-injection
        if user.isalnum():
            doc.xpath("//person[@id='%s']" % user)  # ok: xpath-injection
        find = lxml.etree.XPath("//person[@id=$id]")
        find(doc, id=user)  # ok: xpath-injection

    def put(self):
        parser = lxml.etree.XMLParser(resolve_entities=False, no_network=True)
        lxml.etree.fromstring(self.request.body, parser)  # ok: xxe
        loose = lxml.etree.XMLParser(resolve_entities=True)  # expect: xxe
        lxml.etree.fromstring(self.request.body, parser=loose)  # expect: xxe
        ast.literal_eval(self.get_argument("value"))  # ok: code-injection
        exec(compile(self.get_argument("code"), "x", "exec"))  # expect: code-injection
        marshal.loads(self.request.body)  # expect: unsafe-deserialization
        json.loads(self.request.body)  # ok: unsafe-deserialization
        importlib.import_module("plugins." + self.get_argument("plugin"))  # expect: unsafe-reflection
        re.search(self.get_argument("pattern"), "text")  # expect: regex-injection
        re.search(re.escape(self.get_argument("pattern")), "text")  # ok: regex-injection
        handle, name = tempfile.mkstemp()  # ok: insecure-temporary-file
        os.write(handle, self.request.body)


class Socket(tornado.websocket.WebSocketHandler):
    def check_origin(self, origin):
        return True  # expect: csrf-disabled

    def on_message(self, message):
        os.system("say " + message)  # expect: command-injection
        self.write_message("got " + message)  # ok: xss


def connect(host):
    context = ssl.create_default_context()
    context.check_hostname = False  # expect: tls-verification-disabled
    context.verify_mode = ssl.CERT_NONE  # expect: tls-verification-disabled
    return context.wrap_socket(socket.socket(), server_hostname=host)


def connect_well(host):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_2  # ok: tls-verification-disabled
    context.load_default_certs()
    return context.wrap_socket(socket.socket(), server_hostname=host)


def main():
    app = tornado.web.Application(
        [(r"/room/(\d+)", Room, {"db": None}), (r"/people", Directory, {"db": None}), (r"/ws", Socket)],
        cookie_secret=os.environ["COOKIE_SECRET"],
        xsrf_cookies=True,
        debug=False,  # ok: debug-enabled
    )
    app.listen(8888, address="127.0.0.1")
    tornado.ioloop.IOLoop.current().start()
