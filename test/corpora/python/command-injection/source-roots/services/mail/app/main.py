from fastapi import FastAPI

from app.commands import send

app = FastAPI()


@app.get("/send")
def post(to: str):
    send(to)
