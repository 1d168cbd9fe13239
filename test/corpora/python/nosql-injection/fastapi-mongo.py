from typing import Any, Optional

import bleach
import markdown
import nh3
from beanie import Document
from bson import ObjectId
from fastapi import APIRouter, Depends, FastAPI, HTTPException, Query, Request, status
from fastapi.responses import HTMLResponse, ORJSONResponse
from fastapi.templating import Jinja2Templates
from markupsafe import Markup
from mongoengine import Document as MongoDocument, StringField
from pydantic import BaseModel, EmailStr, conint, field_validator
from pymongo import MongoClient
from pymongo.errors import PyMongoError

app = FastAPI(debug=True)  # expect: debug-enabled
router = APIRouter(prefix="/posts")
client: MongoClient = MongoClient("mongodb://db")
posts = client["blog"]["posts"]
templates = Jinja2Templates(directory="templates")


class Author(MongoDocument):
    name = StringField(required=True)


class Post(BaseModel):
    title: str
    body: str
    rank: conint(ge=0) = 0
    mail: EmailStr | None = None


class Filter(BaseModel):
    where: dict[str, Any]
    limit: int = 10


def collection():
    yield posts


@router.post("/find")
def find(flt: Filter, coll=Depends(collection)):
    return list(coll.find(flt.where).limit(flt.limit))  # expect: nosql-injection


@router.get("/one/{post_id}")
def one(post_id: str):
    found = posts.find_one({"_id": ObjectId(post_id)})  # ok: nosql-injection
    return found or posts.find_one({"slug": post_id})  # ok: nosql-injection


@router.post("/login")
async def login(request: Request):
    body = await request.json()
    user = client.blog.users.find_one({"name": body["name"], "password": body["password"]})  # expect: nosql-injection
    if not isinstance(body["name"], str):
        raise HTTPException(status.HTTP_400_BAD_REQUEST)
    again = client.blog.users.find_one({"name": body["name"]})  # ok: nosql-injection
    return {"ok": bool(user), "again": bool(again)}


@router.get("/rank")
def rank(minimum: int = 0, expr: str = "1"):
    good = posts.aggregate([{"$match": {"rank": {"$gte": minimum}}}])  # ok: nosql-injection
    bad = posts.aggregate([{"$match": {"$expr": {"$function": {"body": expr, "args": [], "lang": "js"}}}}])  # expect: nosql-injection
    return [*good, *bad]


@router.get("/authors")
def authors(name: str):
    return Author.objects(name=name).to_json()  # ok: nosql-injection


@router.post("/render", response_class=HTMLResponse)
def render(post: Post):
    html = markdown.markdown(post.body)
    if post.rank > 3:
        return bleach.clean(html)  # ok: xss
    if post.rank > 2:
        return nh3.clean(html)  # ok: xss
    return html  # expect: xss


@router.get("/hello", response_class=HTMLResponse)
def hello(request: Request, name: str = "you"):
    return templates.TemplateResponse(request, "hello.html", {"name": name})  # ok: xss


@router.get("/badge")
def badge(label: str, colour: str = Query("green", pattern="^[a-z]+$")):
    svg = f"<svg><text fill='{colour}'>{label}</text></svg>"
    if label.isalnum():
        return HTMLResponse(f"<svg><text>{label}</text></svg>")  # ok: xss
    return HTMLResponse(content=svg, media_type="image/svg+xml")  # expect: xss


@router.get("/fail")
def fail():
    try:
        return ORJSONResponse(list(posts.find()))
    except PyMongoError as error:
        raise HTTPException(500, detail=str(error)) from error  # expect: information-exposure


@router.post("/save")
def save(post: Post):
    posts.insert_one(post.model_dump())  # ok: nosql-injection
    posts.update_one({"title": post.title}, {"$set": {"rank": post.rank}})  # ok: nosql-injection
    return {"ok": True}


app.include_router(router)
