import asyncio
import asyncpg
import aiosqlite
import logging
import os
import subprocess
from aiohttp import web, ClientSession
import tornado.web
import tornado.ioloop
from rest_framework import serializers, viewsets
from rest_framework.decorators import api_view, action
from rest_framework.response import Response
from peewee import SqliteDatabase, Model, CharField, SQL
import redis
import jinja2
import graphene
import click
import boto3
import paramiko
from starlette.applications import Starlette
from starlette.responses import HTMLResponse, RedirectResponse, JSONResponse
from starlette.routing import Route
import sanic
from sanic.response import html as sanic_html, text as sanic_text

routes = web.RouteTableDef()
env = jinja2.Environment(autoescape=True)


@routes.get("/u/{name}")
async def user(request: web.Request):
    pool = request.app["pool"]
    async with pool.acquire() as conn:
        name = request.match_info["name"]
        row = await conn.fetchrow("SELECT * FROM u WHERE name = $1", name)  # ok: sql-injection
        return web.Response(text=f"<p>{name}</p>", content_type="text/html")  # expect: xss


@routes.post("/q")
async def q(request):
    data = await request.json()
    conn = await asyncpg.connect(os.environ["DSN"])
    await conn.execute(f"DELETE FROM u WHERE id = {data['id']}")  # expect: sql-injection
    await conn.execute("DELETE FROM u WHERE id = $1", int(data["id"]))  # ok: sql-injection
    async with aiosqlite.connect("x.db") as db:
        async with db.execute("SELECT * FROM t WHERE n = '" + data["n"] + "'") as cur:  # expect: sql-injection
            await cur.fetchall()
    async with ClientSession() as s:
        async with s.post(data["hook"], json={}) as r:  # expect: ssrf
            await r.text()
    raise web.HTTPFound(data["next"])  # expect: open-redirect


class Main(tornado.web.RequestHandler):
    def get(self):
        self.write("<b>" + self.get_argument("n") + "</b>")  # expect: xss
        self.write({"n": self.get_argument("n")})  # ok: xss
        self.redirect(self.get_query_argument("to"))  # expect: open-redirect

    async def post(self):
        proc = await asyncio.create_subprocess_exec("git", "log", "--", self.get_body_argument("ref"))  # ok: command-injection
        await proc.wait()
        subprocess.run(f"git log {self.get_body_argument('ref')}", shell=True)  # expect: command-injection


class NoteSerializer(serializers.Serializer):
    title = serializers.CharField(max_length=20)
    level = serializers.ChoiceField(choices=["a", "b"])
    number = serializers.IntegerField()


class Notes(viewsets.ViewSet):
    def create(self, request):
        s = NoteSerializer(data=request.data)
        s.is_valid(raise_exception=True)
        d = s.validated_data
        os.system("note " + d["level"])  # ok: command-injection
        os.system("note %d" % d["number"])  # ok: command-injection
        os.system("note " + d["title"])  # expect: command-injection
        return Response(d)  # ok: xss

    @action(detail=True, methods=["post"])
    def rename(self, request, pk=None):
        os.rename("/srv/a", "/srv/" + request.query_params["to"])  # expect: path-traversal
        return Response({})


@api_view(["GET"])
def ping(request):
    os.system("ping " + request.GET["h"])  # expect: command-injection
    return Response({})


class Person(Model):
    name = CharField()

    class Meta:
        database = SqliteDatabase("p.db")


async def people(request):
    n = request.query_params.get("n")
    Person.select().where(Person.name == n)  # ok: sql-injection
    Person.select().where(SQL("name = '%s'" % n))  # expect: sql-injection
    Person.raw("SELECT * FROM person WHERE name = %s", n)  # ok: sql-injection
    Person.raw(f"SELECT * FROM person WHERE name = '{n}'")  # expect: sql-injection
    if n == "x":
        return RedirectResponse(n)  # ok: open-redirect
    return HTMLResponse(env.from_string("<p>{{ n }}</p>").render(n=n))  # ok: xss, template-injection


async def tpl(request):
    form = await request.form()
    return HTMLResponse(form["t"])  # expect: xss


star = Starlette(routes=[Route("/p", people), Route("/t", tpl, methods=["POST"])])
sapp = sanic.Sanic("x")


@sapp.get("/s")
async def s1(request):
    return sanic_html("<p>" + request.args.get("q") + "</p>")  # expect: xss


@sapp.get("/s2")
async def s2(request):
    return sanic_text("<p>" + request.args.get("q") + "</p>")  # ok: xss


class Query(graphene.ObjectType):
    files = graphene.List(graphene.String, folder=graphene.String())

    def resolve_files(self, info, folder):
        return os.listdir(folder)  # expect: path-traversal


@click.command()
@click.argument("name")
def cli(name):
    subprocess.run(["ls", name])  # ok: command-injection


def lambda_handler(event, context):
    key = event["queryStringParameters"]["key"]
    s3 = boto3.client("s3")
    s3.get_object(Bucket="b", Key=key)  # ok: path-traversal
    os.system("process " + key)  # expect: command-injection
    c = paramiko.SSHClient()
    c.exec_command("run " + key)  # expect: command-injection
    return {"statusCode": 200, "body": "<p>" + key + "</p>", "headers": {"Content-Type": "text/html"}}  # expect: xss
