import json
import os
import subprocess

import openai
from anthropic import Anthropic
from fastapi import FastAPI
from langchain_experimental.tools import PythonREPLTool
from langchain_openai import ChatOpenAI
from pydantic import BaseModel

api = FastAPI()
client = openai.OpenAI(api_key=os.environ["OPENAI_API_KEY"])  # ok: hard-coded-secret
claude = Anthropic()


class Ask(BaseModel):
    question: str
    lang: str = "en"


@api.post("/ask")
def ask(body: Ask):
    done = client.chat.completions.create(
        model="gpt-4o-mini",
        messages=[
            {"role": "system", "content": "You answer about our shop."},
            {"role": "user", "content": body.question},
        ],
    )
    text = done.choices[0].message.content
    exec(text)  # expect: code-injection
    return {"text": text}


@api.post("/plan")
def plan(body: Ask):
    msg = claude.messages.create(model="claude-3-5-haiku-latest", max_tokens=100, messages=[{"role": "user", "content": body.question}])
    steps = json.loads(msg.content[0].text)
    for step in steps:
        subprocess.run(step["command"], shell=True)  # expect: command-injection
        subprocess.run(["echo", step["note"]])  # ok: command-injection
    return len(steps)


@api.post("/calc")
def calc(body: Ask):
    llm = ChatOpenAI(model="gpt-4o-mini")
    answer = llm.invoke("compute " + body.question)
    return eval(answer.content)  # expect: code-injection
