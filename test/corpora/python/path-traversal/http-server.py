import cgi
import html
import http.server
import os
import posixpath
import socketserver
import sqlite3
import subprocess
import urllib.parse
import urllib.request
from http.cookies import SimpleCookie
from pathlib import Path

ROOT = Path("/srv/www").resolve()
ALLOWED_HOSTS = ("api.example.com", "static.example.com")


class Handler(http.server.BaseHTTPRequestHandler):
    routes = {}

    def do_GET(self):
        url = urllib.parse.urlparse(self.path)
        query = dict(urllib.parse.parse_qsl(url.query))
        action = self.routes.get(url.path)
        if action:
            return action(self, query)
        self.send_error(404)

    def do_POST(self):
        length = int(self.headers.get("Content-Length", 0))
        body = self.rfile.read(length).decode()
        fields = urllib.parse.parse_qs(body)
        self.save(fields["name"][0], fields["text"][0])

    def save(self, name, text):
        with open(ROOT / name, "w") as out:  # expect: path-traversal
            out.write(text)
        with open(ROOT / posixpath.basename(name), "w") as out:  # ok: path-traversal
            out.write(text)

    def answer(self, body, kind="text/html"):
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.end_headers()
        self.wfile.write(body.encode())


def route(path):
    def register(function):
        Handler.routes[path] = function
        return function

    return register


@route("/hello")
def hello(handler, query):
    handler.wfile.write(("<p>" + html.escape(query["name"]) + "</p>").encode())  # ok: xss
    handler.wfile.write(("<p>" + query["name"] + "</p>").encode())  # expect: xss


class Files(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        name = urllib.parse.unquote(self.path.lstrip("/"))
        target = os.path.abspath(os.path.join("/srv/www", name))
        if not target.startswith("/srv/www" + os.sep):
            return self.send_error(403)
        with open(target, "rb") as source:  # ok: path-traversal
            self.wfile.write(source.read())

    def do_HEAD(self):
        name = urllib.parse.unquote(self.path)
        size = os.path.getsize("/srv/www" + name)
        with open("/srv/www" + name, "rb") as source:  # expect: path-traversal
            self.send_header("Content-Length", str(size if source else 0))

    def do_PUT(self):
        cookie = SimpleCookie(self.headers["Cookie"])
        user = cookie["user"].value
        db = sqlite3.connect("users.db")
        db.execute("SELECT * FROM users WHERE name = '%s'" % user)  # expect: sql-injection
        db.execute("SELECT * FROM users WHERE name = :name", {"name": user})  # ok: sql-injection

    def do_DELETE(self):
        target = self.headers["X-Target"]
        host = urllib.parse.urlsplit(target).netloc
        if host in ALLOWED_HOSTS:
            urllib.request.urlopen(target)  # ok: ssrf
        request = urllib.request.Request(target, method="HEAD")
        urllib.request.urlopen(request)  # expect: ssrf

    def do_OPTIONS(self):
        self.send_response(302)
        self.send_header("Location", self.headers["X-Next"])  # expect: open-redirect
        self.end_headers()


class Echo(socketserver.StreamRequestHandler):
    def handle(self):
        line = self.rfile.readline().strip().decode()
        if line.startswith("run "):
            subprocess.call(line[4:], shell=True)  # expect: command-injection
        if line == "date":
            subprocess.call(line, shell=True)  # ok: command-injection
        match line.split():
            case ["show", ("a" | "b") as what]:
                subprocess.call("show " + what, shell=True)  # ok: command-injection
            case ["kill", name]:
                subprocess.call(f"pkill {name}", shell=True)  # expect: command-injection
            case ["wait", seconds] if seconds.isdecimal():
                os.system("sleep " + seconds)  # ok: command-injection


def cgi_main():
    form = cgi.FieldStorage()
    name = form.getfirst("name", "")
    print("Content-Type: text/html\n")
    print("<p>%s</p>" % html.escape(name))  # ok: xss
    print("<p>%s</p>" % name)  # expect: xss


def application(environ, start_response):
    query = urllib.parse.parse_qs(environ["QUERY_STRING"])
    who = query.get("who", ["world"])[0]
    start_response("200 OK", [("Content-Type", "text/html")])
    return [f"<p>{who}</p>".encode()]  # expect: xss
