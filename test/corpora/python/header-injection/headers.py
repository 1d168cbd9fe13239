from flask import Flask, make_response, request
from http.server import BaseHTTPRequestHandler

app = Flask(__name__)


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("X-Path", self.path)  # expect: header-injection
        self.send_header("X-Kind", "static")  # ok: header-injection
        self.end_headers()


@app.route("/set")
def set_header():
    response = make_response("ok")
    response.headers["X-Name"] = request.args["name"]  # ok: header-injection
    response.headers["X-Count"] = str(int(request.args["count"]))  # ok: header-injection
    return response
