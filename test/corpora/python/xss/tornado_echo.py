import tornado.web
from tornado.escape import xhtml_escape


class EchoHandler(tornado.web.RequestHandler):
    def get(self):
        self.write("<p>" + self.get_argument("q") + "</p>")  # expect: xss

    def post(self):
        self.write("<p>" + xhtml_escape(self.get_argument("q")) + "</p>")  # ok: xss


class StatusHandler(tornado.web.RequestHandler):
    def get(self, name):
        self.finish("Status of " + name)  # expect: xss
