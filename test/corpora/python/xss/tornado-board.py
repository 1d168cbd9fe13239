import json
import os
import pickle
import re
import shelve
import sqlite3
import tornado.escape
import tornado.httpclient
import tornado.ioloop
import tornado.web
import tornado.websocket
from tornado.options import define, options

define("port", default=8888, type=int)
define("dir", default="/srv/board")
NUMBER = re.compile(r"\d+")


class Base(tornado.web.RequestHandler):
    def initialize(self, db):
        self.db = db

    def check_xsrf_cookie(self):  # expect: csrf-disabled
        pass

    def arg(self, name, pattern):
        value = self.get_argument(name, "")
        if not pattern.fullmatch(value):
            raise tornado.web.HTTPError(400)
        return value


class Post(Base):
    def get(self, number):
        row = self.db.execute("SELECT body FROM post WHERE id = " + number).fetchone()  # ok: sql-injection
        self.write({"body": row})

    def post(self, number):
        title = self.get_argument("title")
        self.db.execute("UPDATE post SET title = '%s' WHERE id = %s" % (title, number))  # expect: sql-injection
        rank = self.arg("rank", NUMBER)
        self.db.execute("UPDATE post SET rank = %s" % rank)  # ok: sql-injection
        self.redirect("/post/" + number)  # ok: open-redirect


class Page(Base):
    async def get(self):
        name = self.get_query_argument("name", "")
        self.write("<p>" + tornado.escape.xhtml_escape(name) + "</p>")  # ok: xss
        self.write("<p>" + name + "</p>")  # expect: xss
        self.write(json.dumps({"n": name}))  # expect: xss
        client = tornado.httpclient.AsyncHTTPClient()
        resp = await client.fetch(self.get_argument("feed"))  # expect: ssrf
        self.set_header("X-Feed", resp.code)  # ok: header-injection
        self.finish()

    def put(self):
        data = tornado.escape.json_decode(self.request.body)
        with open(os.path.join(options.dir, os.path.basename(data["name"])), "w") as f:  # ok: path-traversal
            f.write(data["text"])
        with open(os.path.join(options.dir, data["name"]), "w") as f:  # expect: path-traversal
            f.write(data["text"])

    def delete(self):
        prefs = pickle.loads(self.get_secure_cookie("prefs"))
        user = pickle.loads(self.get_cookie("user", "").encode())  # expect: unsafe-deserialization
        with shelve.open(self.get_argument("shelf")) as sh:  # expect: path-traversal, unsafe-deserialization
            sh["x"] = (prefs, user)


class Echo(tornado.websocket.WebSocketHandler):
    def check_origin(self, origin):
        return True  # expect: csrf-disabled

    def on_message(self, message):
        re.search(message, "haystack")  # expect: regex-injection
        re.search(re.escape(message), "haystack")  # ok: regex-injection


def make_app():
    db = sqlite3.connect("board.db")
    return tornado.web.Application(  # expect: debug-enabled
        [
            (r"/post/(\d+)", Post, {"db": db}),
            (r"/page", Page, dict(db=db)),
            (r"/echo", Echo),
        ],
        cookie_secret=os.environ["COOKIE_SECRET"],  # ok: hard-coded-secret
        debug=True,
    )


if __name__ == "__main__":
    make_app().listen(options.port)
    tornado.ioloop.IOLoop.current().start()
