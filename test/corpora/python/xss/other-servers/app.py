import falcon
import sanic
from sanic import Sanic, response
from starlette.applications import Starlette
from starlette.responses import HTMLResponse, RedirectResponse, JSONResponse
from starlette.routing import Route
from pyramid.view import view_config
from pyramid.response import Response
from pyramid.httpexceptions import HTTPFound
import peewee
from tortoise import Tortoise
from sqlmodel import Session, select, text
import graphene
import strawberry
import redis
import boto3
import sqlite3
import subprocess
import os
import html
import bleach
from django import forms
from rest_framework import serializers
from django.db import connection
from flask import Flask, request
from flask.views import MethodView
from flask_restful import Resource, reqparse
from marshmallow import Schema, fields
from pydantic import BaseModel, constr
from enum import Enum
import logging
import jsonpickle
import dill
import joblib
import numpy as np
import torch
import pandas as pd
from lxml import html as lhtml
import xml.sax
import defusedxml.ElementTree as DET

db = peewee.SqliteDatabase("x.db")
app = Sanic("x")
flask_app = Flask(__name__)


class Res:
    def on_get(self, req, resp):
        name = req.get_param("name")
        resp.content_type = "text/html"
        resp.text = "<p>" + name + "</p>"  # expect: xss
        db.execute_sql("select * from t where n = '%s'" % name)  # expect: sql-injection
        db.execute_sql("select * from t where n = ?", (name,))  # ok: sql-injection

    def on_post(self, req, resp):
        data = req.media
        subprocess.run(data["cmd"], shell=True)  # expect: command-injection


@app.get("/a/<name>")
async def a(request, name):
    q = request.args.get("q")
    if q:
        return response.redirect(q)  # expect: open-redirect
    await response.file("/srv/" + name)  # expect: path-traversal
    return response.html("<p>" + html.escape(name) + "</p>")  # ok: xss


@app.post("/b")
async def b(request):
    return response.html("<p>" + request.json["x"] + "</p>")  # expect: xss


async def home(request):
    name = request.query_params["name"]
    if name == "x":
        return RedirectResponse(request.query_params["u"])  # expect: open-redirect
    return HTMLResponse(f"<p>{name}</p>")  # expect: xss


starlette_app = Starlette(routes=[Route("/", home)])


@view_config(route_name="p")
def p(request):
    request.dbsession.execute("select * from t where n = '" + request.params["n"] + "'")  # expect: sql-injection
    if request.matchdict["x"]:
        return HTTPFound(location=request.GET["to"])  # expect: open-redirect
    return Response("<p>" + request.params["n"] + "</p>")  # expect: xss


class Query(graphene.ObjectType):
    user = graphene.String(name=graphene.String())

    def resolve_user(self, info, name):
        with connection.cursor() as c:
            c.execute("select * from u where n = '" + name + "'")  # expect: sql-injection
            c.execute("select * from u where n = %s", [name])  # ok: sql-injection


@strawberry.type
class SQuery:
    @strawberry.field
    def file(self, name: str) -> str:
        return open("/srv/" + name).read()  # expect: path-traversal


class Users(MethodView):
    def get(self, user_id):
        sqlite3.connect("x").execute("select * from u where id = " + user_id)  # expect: sql-injection
        return html.escape(request.args["x"])  # ok: xss

    def post(self):
        return "<b>" + request.form["x"] + "</b>"  # expect: xss


parser = reqparse.RequestParser()
parser.add_argument("n", type=str)
parser.add_argument("i", type=int)


class Item(Resource):
    def get(self):
        args = parser.parse_args()
        con = sqlite3.connect("x")
        con.execute("select * from t where n = '" + args["n"] + "'")  # expect: sql-injection
        con.execute("select * from t where i = %d" % args["i"])  # ok: sql-injection


class Color(Enum):
    RED = "red"
    BLUE = "blue"


class LoginForm(forms.Form):
    name = forms.CharField()
    age = forms.IntegerField()


def django_form(request):
    form = LoginForm(request.POST)
    if form.is_valid():
        name = form.cleaned_data["name"]
        age = form.cleaned_data["age"]
        with connection.cursor() as c:
            c.execute(f"select * from u where n = '{name}'")  # expect: sql-injection
            c.execute(f"select * from u where a = {age}")  # ok: sql-injection
    color = Color(request.GET["c"])
    with connection.cursor() as c:
        c.execute("select * from u where c = '" + color.value + "'")  # ok: sql-injection


@flask_app.route("/ml", methods=["POST"])
def ml():
    f = request.files["model"]
    jsonpickle.decode(request.data)  # expect: unsafe-deserialization
    dill.loads(request.data)  # expect: unsafe-deserialization
    joblib.load(f)  # expect: unsafe-deserialization
    np.load(f, allow_pickle=True)  # expect: unsafe-deserialization
    np.load(f)  # ok: unsafe-deserialization
    torch.load(f)  # expect: unsafe-deserialization
    torch.load(f, weights_only=True)  # ok: unsafe-deserialization
    pd.read_pickle(f)  # expect: unsafe-deserialization
    pd.read_csv(f)  # ok: unsafe-deserialization
    pd.eval(request.form["e"])  # expect: code-injection
    DET.fromstring(request.data)  # ok: xxe
    bleach.clean(request.form["h"])  # ok: xss
    redis.Redis().eval(request.form["lua"], 0)  # expect: code-injection
    boto3.client("s3").get_object(Bucket="b", Key=request.form["k"])  # ok: path-traversal
    return bleach.clean(request.form["h"])  # ok: xss
