"""What FastAPI takes from a request, by the kind of parameter."""
import os
from typing import Annotated, Optional, Union, Literal
from uuid import UUID
from fastapi import FastAPI, APIRouter, Depends, Query, Path, Body, Header, Cookie, Form, File, UploadFile, Request, BackgroundTasks
from pydantic import BaseModel, Field
from sqlalchemy.orm import Session
from sqlalchemy import text
app = FastAPI()
router = APIRouter(prefix="/x")

class Item(BaseModel):
    name: str = Field(...)
    count: int
    nested: "Nested"

class Nested(BaseModel):
    path: str

class User:
    pass

def get_db():
    db = SessionLocal()
    try:
        yield db
    finally:
        db.close()

def get_current_user(token: str = Header(...)):
    return User()

def paging(q: Optional[str] = None, limit: int = 10):
    return {"q": q, "limit": limit}

@router.get("/a/{name}")
async def a(name: str, q: Annotated[str, Query(max_length=50)] = "x", n: Annotated[int, Path()] = 1,
            kind: Literal["a", "b"] = "a", uid: UUID = None, opt: Union[str, None] = None,
            db: Session = Depends(get_db), user=Depends(get_current_user)):
    os.system(name)  # expect: command-injection
    os.system(q)  # expect: command-injection
    os.system(n)  # ok: command-injection
    os.system(kind)  # ok: command-injection
    os.system(str(uid))  # ok: command-injection
    os.system(opt)  # expect: command-injection
    os.system(user.shell)  # ok: command-injection
    db.execute(text("select * from t where a = '%s'" % name))  # expect: sql-injection
    db.execute(text("select * from t where a = :a"), {"a": name})  # ok: sql-injection

@router.post("/b")
async def b(item: Item, raw: dict = Body(...), token: str = Cookie(None), agent: str | None = Header(default=None)):
    os.system(item.name)  # expect: command-injection
    os.system("%d" % item.count)  # ok: command-injection
    os.system(item.count)  # ok: command-injection
    os.system(item.nested.path)  # expect: command-injection
    os.system(raw["a"])  # expect: command-injection
    os.system(token)  # expect: command-injection
    os.system(agent)  # expect: command-injection
    data = item.dict()
    os.system(data["name"])  # expect: command-injection
    for k, v in item.model_dump().items():
        os.system(v)  # expect: command-injection

@app.post("/c")
def c(request: Request, tasks: BackgroundTasks, f: UploadFile = File(...), name: str = Form()):
    tasks.add_task(run_it, name)
    os.system(f.filename)  # expect: command-injection
    os.system(request.headers["x"])  # expect: command-injection
    os.system(request.path_params.get("y"))  # expect: command-injection
    os.system(request.client.host)  # ok: command-injection
    os.system(request.url.path)  # expect: command-injection

def run_it(x):
    os.system(x)  # expect: command-injection

@app.get("/d")
def d(page: dict = Depends(paging)):
    os.system(page["q"])  # expect: command-injection
    os.system(str(page["limit"]))  # ok: command-injection

@app.middleware("http")
async def mw(request: Request, call_next):
    os.system(request.query_params["a"])  # expect: command-injection
    return await call_next(request)

@app.websocket("/ws")
async def ws(websocket):
    data = await websocket.receive_text()
    os.system(data)  # expect: command-injection

class Svc:
    def __init__(self, db: Session = Depends(get_db)):
        self.db = db
    def find(self, n):
        return self.db.execute(text(f"select {n}"))  # expect: sql-injection

@app.get("/e")
def e(n: str, svc: Svc = Depends()):
    return svc.find(n)

from fastapi.security import OAuth2PasswordRequestForm
@app.post("/token")
def login(form: OAuth2PasswordRequestForm = Depends(), db: Session = Depends(get_db)):
    db.execute(text("select * from u where n = '" + form.username + "'"))  # expect: sql-injection
