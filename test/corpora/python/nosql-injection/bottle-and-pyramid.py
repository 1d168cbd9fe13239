from bottle import Bottle, request, response, static_file, template, HTTPResponse, redirect as bredirect
from pyramid.config import Configurator
from pyramid.httpexceptions import HTTPFound
from pyramid.response import FileResponse, Response
from pyramid.view import view_config, view_defaults
import pymysql
import pymongo
import json

app = Bottle()
db = pymysql.connect(host="db", user="app", password="s3cr3t-app-pw", database="app")  # expect: hard-coded-secret
coll = pymongo.MongoClient()["x"]["users"]


@app.route("/u/<name>")
def user(name):
    with db.cursor() as cur:
        cur.execute("select * from u where name = '{}'".format(name))  # expect: sql-injection
        cur.execute("select * from u where name = %(n)s", {"n": name})  # ok: sql-injection
    return template("user", name=name)  # ok: template-injection


@app.get("/t")
def t():
    return template("<b>" + request.query.q + "</b>")  # expect: template-injection


@app.get("/s/<p:path>")
def s(p):
    return static_file(p, root="/srv/static")  # ok: path-traversal


@app.post("/find")
def find():
    q = json.loads(request.body.read())
    coll.find(q)  # expect: nosql-injection
    coll.find({"name": request.forms.get("name")})  # ok: nosql-injection
    coll.update_one({"name": q["name"]}, {"$set": {"a": 1}})  # expect: nosql-injection
    response.set_header("Location", request.forms.get("to"))  # expect: open-redirect
    bredirect(request.forms.get("to"))  # expect: open-redirect


@view_defaults(route_name="doc")
class Docs:
    def __init__(self, request):
        self.request = request

    @view_config(request_method="GET")
    def get(self):
        return FileResponse("/srv/docs/" + self.request.matchdict["name"])  # expect: path-traversal

    @view_config(request_method="POST", renderer="json")
    def post(self):
        return {"title": self.request.params["title"]}  # ok: xss

    @view_config(request_method="PUT")
    def put(self):
        return Response("<p>" + self.request.json_body["title"] + "</p>")  # expect: xss

    @view_config(name="jump")
    def jump(self):
        return HTTPFound(location=self.request.GET["to"])  # expect: open-redirect

    @view_config(name="home")
    def home(self):
        return HTTPFound(location=self.request.route_url("home", id=self.request.GET["id"]))  # ok: open-redirect
