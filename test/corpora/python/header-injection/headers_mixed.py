from http.server import BaseHTTPRequestHandler
from urllib.parse import parse_qs, quote, urlparse


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        query = parse_qs(urlparse(self.path).query)
        self.send_response(200)
        self.send_header("X-Name", query["name"][0])  # expect: header-injection
        self.send_header("X-Safe", quote(query["name"][0]))  # ok: header-injection
        self.end_headers()
        self.wfile.write(("<p>" + query["name"][0] + "</p>").encode())  # expect: xss
        self.wfile.write(b"<p>fixed</p>")  # ok: xss
