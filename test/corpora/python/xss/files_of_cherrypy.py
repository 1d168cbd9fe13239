# What is sent is the file, not its name.
import os

import cherrypy
from cherrypy.lib.static import serve_download, serve_file

ROOT = "/srv/images"


class Images:
    @cherrypy.expose
    def image(self, name):
        path = os.path.join(ROOT, os.path.basename(name))
        return serve_file(path, content_type="image/png")  # ok: xss

    @cherrypy.expose
    def original(self, name):
        return serve_download(os.path.join(ROOT, os.path.basename(name)))  # ok: xss

    @cherrypy.expose
    def other(self, name):
        return cherrypy.lib.static.serve_file(os.path.join(ROOT, os.path.basename(name)))  # ok: xss

    @cherrypy.expose
    def title(self, name):
        return "<h1>" + name + "</h1>"  # expect: xss
