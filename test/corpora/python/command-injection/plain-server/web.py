"""A service on the standard library alone."""
import base64
import cgi
import html
import http.server
import json
import os
import pickle
import queue
import smtplib
import socketserver
import sqlite3
import subprocess
import tempfile
import threading
import xmlrpc.client
from http.cookies import SimpleCookie
from string import Template
from urllib.parse import parse_qs, unquote, urlsplit

jobs = queue.Queue()


class Handler(http.server.BaseHTTPRequestHandler):
    routes = {}

    def do_GET(self):
        parts = urlsplit(self.path)
        query = {k: v[0] for k, v in parse_qs(parts.query).items()}
        action = getattr(self, "on_" + parts.path.strip("/"), None)
        if parts.path == "/page":
            self.on_page(query)
        elif parts.path == "/user":
            self.on_user(query)

    def on_page(self, query):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"<p>" + query["q"].encode() + b"</p>")  # expect: xss
        self.wfile.write(("<p>" + html.escape(query["q"]) + "</p>").encode())  # ok: xss
        t = Template("<p>$name</p>")
        self.wfile.write(t.substitute(name=query["q"]).encode())  # expect: xss

    def on_user(self, query):
        with sqlite3.connect("u.db") as db:
            db.execute("select * from u where id=" + query["id"])  # expect: sql-injection
            db.execute("select * from u where id=:id", query)  # ok: sql-injection
            db.executemany("insert into u values (?)", [(query["id"],)])  # ok: sql-injection


    def do_POST(self):
        length = int(self.headers["Content-Length"])
        body = self.rfile.read(length)
        jobs.put(json.loads(body))
        cookie = SimpleCookie(self.headers["Cookie"])
        state = pickle.loads(base64.b64decode(cookie["state"].value))  # expect: unsafe-deserialization
        self.send_response(200)
        self.send_header("X-State", "ok")
        self.end_headers()


def worker():
    while True:
        job = jobs.get()
        subprocess.call("convert " + job["file"], shell=True)  # expect: command-injection
        subprocess.call(["convert", "--", job["file"]])  # ok: command-injection


if __name__ == "__main__":
    threading.Thread(target=worker, daemon=True).start()
    with socketserver.TCPServer(("", 8000), Handler) as s:
        s.serve_forever()
