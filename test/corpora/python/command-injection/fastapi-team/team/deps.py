from typing import Annotated

import jwt
from fastapi import Depends, Header, HTTPException, Query
from pydantic import BaseModel, Field, constr, field_validator
from enum import Enum
from uuid import UUID

SECRET = "s3cr3t-team-signing-key-93hf72"  # expect: hard-coded-secret


class Sort(str, Enum):
    name = "name"
    age = "age"


class Page(BaseModel):
    limit: int = 20
    sort: Sort = Sort.name
    term: str = ""


class Person(BaseModel):
    name: str = Field(pattern=r"^[A-Za-z]{1,20}$")
    email: str
    team: constr(pattern=r"^\w{1,10}$")
    nick: str

    @field_validator("nick")
    @classmethod
    def plain(cls, v):
        if not v.isalnum():
            raise ValueError("nick")
        return v


def user(authorization: Annotated[str, Header()]):
    try:
        return jwt.decode(authorization, SECRET, algorithms=["HS256"])  # ok: jwt-misuse
    except jwt.InvalidTokenError as e:
        raise HTTPException(401) from e


def peek(token: str):
    return jwt.decode(token, options={"verify_signature": False})  # expect: jwt-misuse


def term(q: Annotated[str, Query(max_length=50)] = ""):
    return q.strip().lower()


class Pager:
    def __init__(self, order: str = "id", page: int = 0):
        self.order = order
        self.page = page


User = Annotated[dict, Depends(user)]
Term = Annotated[str, Depends(term)]
__all__ = ["UUID", "User", "Term", "Pager", "Page", "Person", "peek"]
