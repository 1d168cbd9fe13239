import base64
import os
import pickle
import uuid
from urllib.parse import urlsplit

import tornado.escape
import tornado.ioloop
import tornado.web
from tornado.httpclient import AsyncHTTPClient
from tornado.options import define, options

define("port", default=8888, type=int)
define("root", default="/srv/guest")
PARTNERS = frozenset(["partner.example.com", "www.example.com"])


class Base(tornado.web.RequestHandler):
    def get_current_user(self):
        raw = self.get_secure_cookie("user")
        return raw and raw.decode()

    def param(self, name, default=""):
        return self.get_argument(name, default)

    def write_page(self, body):
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.finish("<html><body>%s</body></html>" % body)


class Home(Base):
    def get(self):
        self.write("<p>" + tornado.escape.xhtml_escape(self.param("q")) + "</p>")  # ok: xss
        self.write("<p>" + self.param("q") + "</p>")  # expect: xss
        self.write({"q": self.param("q")})  # ok: xss


class Entry(Base):
    def get(self, slug, number):
        if not slug.isalnum():
            raise tornado.web.HTTPError(404)
        self.write(f"<h1>{slug}</h1>")  # ok: xss

    async def post(self, slug, number):
        body = tornado.escape.json_decode(self.request.body)
        self.write(f"<h1>{body['title']}</h1>")  # expect: xss
        name = uuid.uuid4().hex + os.path.splitext(body["file"])[1].replace("/", "")
        with open(os.path.join(options.root, name), "w") as out:  # ok: path-traversal
            out.write(body["text"])
        with open(os.path.join(options.root, slug + ".txt"), "w") as out:  # expect: path-traversal
            out.write(body["text"])


class Out(Base):
    async def get(self):
        url = self.get_query_argument("url")
        parts = urlsplit(url)
        if parts.scheme == "https" and parts.hostname in PARTNERS:
            answer = await AsyncHTTPClient().fetch(url)  # ok: ssrf
            self.set_header("X-Length", str(len(answer.body)))  # ok: header-injection
            return self.redirect(url)  # ok: open-redirect
        if parts.hostname and parts.hostname.endswith("example.com"):
            await AsyncHTTPClient().fetch(url)  # expect: ssrf
        self.redirect("/" if not url else url)  # expect: open-redirect


class Prefs(Base):
    def get(self):
        raw = self.get_cookie("prefs")
        if raw:
            prefs = pickle.loads(base64.b64decode(raw))  # expect: unsafe-deserialization
            self.render("prefs.html", prefs=prefs)
        signed = self.get_secure_cookie("prefs2")
        if signed:
            self.render("prefs.html", prefs=pickle.loads(signed))  # ok: unsafe-deserialization


class Download(Base):
    @tornado.web.authenticated
    def get(self):
        wanted = os.path.normpath("/" + self.param("name")).lstrip("/")
        with open(os.path.join(options.root, wanted), "rb") as source:  # ok: path-traversal
            while chunk := source.read(65536):
                self.write(chunk)


def make_app():
    return tornado.web.Application(
        [(r"/", Home), (r"/e/([^/]+)/(\d+)", Entry), (r"/out", Out), (r"/prefs", Prefs), (r"/d", Download)],
        cookie_secret="5zN2dM7qL0xW8eR4tY6u",  # expect: hard-coded-secret
        debug=False,  # ok: debug-enabled
        xsrf_cookies=True,
    )
