import pandas as pd
from fastapi import FastAPI, Request

app = FastAPI()
SALES = pd.read_csv("sales.csv")


@app.get("/sales")
async def sales(filter: str):
    frame = SALES.query(filter)  # expect: code-injection
    return frame.to_dict()


@app.post("/formula")
async def formula(request: Request):
    body = await request.json()
    total = pd.eval(body["formula"])  # expect: code-injection
    return {"total": total}


@app.get("/top")
async def top(count: int):
    return SALES.query("amount > 10").head(count).to_dict()  # ok: code-injection
