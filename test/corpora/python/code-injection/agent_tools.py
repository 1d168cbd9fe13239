from fastapi import FastAPI
from langchain_experimental.utilities import PythonREPL
from pydantic import BaseModel

app = FastAPI()
repl = PythonREPL()


class Question(BaseModel):
    text: str
    code: str = ""


@app.post("/run")
async def run(question: Question):
    return {"answer": repl.run(question.code)}  # expect: code-injection


@app.post("/length")
async def length(question: Question):
    return {"answer": eval("1 + " + str(len(question.code)))}  # ok: code-injection
