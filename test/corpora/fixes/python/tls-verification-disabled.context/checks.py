import http.server
import os
import ssl
import threading


class Rates(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"1.25")

    def log_message(self, *_):
        pass


def prepare():
    for name in ("KEY", "CERTIFICATE"):
        with open(name, "w") as file:
            file.write(os.environ["TEST_" + name])
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain("CERTIFICATE", "KEY")
    server = http.server.ThreadingHTTPServer(("localhost", 0), Rates)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    os.environ["RATES_PORT"] = str(server.server_port)


def behaviour(m):
    os.environ["SSL_CERT_FILE"] = os.path.abspath("CERTIFICATE")
    assert m.app.call("/rates").body == "1.25"


def exploit(m):
    os.environ["SSL_CERT_FILE"] = os.devnull
    return m.app.call("/rates").body == "1.25"
