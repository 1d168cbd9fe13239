import os.path
import sqlite3

import tornado.escape
import tornado.web
from tornado.options import define, options

define("debug", default=False)


class Base(tornado.web.RequestHandler):
    @property
    def db(self):
        return self.application.db

    def get_current_user(self):
        return self.get_secure_cookie("user")

    def page(self, body):
        self.write("<html>%s</html>" % body)  # expect: xss

    def arg(self, name, default=None):
        return self.get_argument(name, default)


class Page(Base):
    def get(self, slug):
        row = self.db.execute("select body from page where slug = ?", (slug,)).fetchone()  # ok: sql-injection
        if not row:
            self.page("No page " + self.arg("title", ""))
            return
        self.write({"body": row[0]})  # ok: xss

    def post(self, slug):
        self.db.execute("update page set body = '" + self.get_body_argument("body") + "' where slug = ?", (slug,))  # expect: sql-injection
        self.redirect("/page/" + tornado.escape.url_escape(slug))  # ok: open-redirect

    def put(self, slug):
        self.page(tornado.escape.xhtml_escape(self.arg("title")))
        self.set_cookie("last", slug)  # ok: insecure-cookie


class Login(Base):
    def post(self):
        self.set_secure_cookie("user", self.get_argument("name"))
        self.redirect(self.get_argument("next", "/"))  # expect: open-redirect


class Attachment(Base):
    def get(self, name):
        full = os.path.abspath(os.path.join("/srv/wiki", name))
        if os.path.commonpath([full, "/srv/wiki"]) != "/srv/wiki":
            raise tornado.web.HTTPError(403)
        with open(full, "rb") as f:  # ok: path-traversal
            self.write(f.read())


def make():
    return tornado.web.Application(  # expect: debug-enabled, csrf-disabled
        [(r"/page/([a-z-]+)", Page), (r"/login", Login), (r"/a/(.*)", Attachment)],
        debug=True,
        cookie_secret="4f2a-91bb-wiki-secret",  # expect: hard-coded-secret
        xsrf_cookies=False,
    )
