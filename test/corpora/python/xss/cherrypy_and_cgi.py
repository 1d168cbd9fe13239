import cgi
import html

import cherrypy


class Root:
    @cherrypy.expose
    def index(self, name="you"):
        return "<h1>Hello " + name + "</h1>"  # expect: xss

    @cherrypy.expose
    def safe(self, name="you"):
        return "<h1>Hello " + html.escape(name) + "</h1>"  # ok: xss
