"""As much of Flask as the samples use: routes without a server, and what they answered."""

import html
import re


class _Request:
    def __init__(self):
        self.clear()

    def clear(self):
        self.method, self.args, self.form, self.headers, self.cookies = "GET", {}, {}, {}, {}
        self.data, self.files, self.json = b"", {}, None

    def get_json(self, **_):
        return self.json


request = _Request()
session = {}


class Response:
    def __init__(self, response="", status=200, headers=None, mimetype=None):
        self.body, self.status, self.headers, self.cookies = response, status, dict(headers or {}), {}
        if mimetype:
            self.headers["Content-Type"] = mimetype

    def set_cookie(self, name, value="", **options):
        self.cookies[name] = {"value": value, **options}


def make_response(body="", status=200):
    return body if isinstance(body, Response) else Response(body, status)


def redirect(address, code=302):
    return Response("", code, {"Location": address})


def jsonify(*args, **kwargs):
    return Response(args[0] if args else kwargs, 200, mimetype="application/json")


class Abort(Exception):
    def __init__(self, code):
        super().__init__(code)
        self.code = code


def abort(code, *_):
    raise Abort(code)


class Flask:
    def __init__(self, name, **_):
        self.config, self.routes, self.ran = {}, {}, None

    def route(self, path, methods=("GET",)):
        def keep(view):
            for method in methods:
                self.routes[method, path] = view
            return view

        return keep

    def get(self, path):
        return self.route(path, ("GET",))

    def post(self, path):
        return self.route(path, ("POST",))

    def run(self, *_, **options):
        self.ran = options

    def call(self, path, args=None, method="GET", **more):
        request.clear()
        request.method, request.args = method, args or {}
        for name, value in more.items():
            setattr(request, name, value)
        try:
            answer = self.routes[method, path]()
        except Abort as stopped:
            return Response("", stopped.code)
        except Exception as error:
            return Response("failed: " + repr(error), 500)
        status = 200
        if isinstance(answer, tuple):
            answer, status = answer
        return make_response(answer, status)


def render_template_string(text, **values):
    """What stands in double braces is computed, with the values at hand, and escaped."""
    return re.sub(r"\{\{(.*?)\}\}", lambda found: html.escape(str(eval(found[1].strip(), dict(values)))), text)
