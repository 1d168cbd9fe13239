import subprocess
import torch
from flask import Flask, request
from langchain_core.tools import tool
from openai import OpenAI
from langchain_experimental.utilities import PythonREPL

client = OpenAI()
app = Flask(__name__)


@tool
def shell(command: str) -> str:
    """Runs a command."""
    return subprocess.run(command, shell=True, capture_output=True, text=True).stdout  # expect: command-injection


@app.post("/calc")
def calc():
    r = client.chat.completions.create(
        model="gpt-4o-mini",
        messages=[{"role": "user", "content": "Python expression for: " + request.json["q"]}],
    )
    return {"v": eval(r.choices[0].message.content)}  # expect: code-injection


@app.post("/fmt")
def fmt():
    template = request.json["template"]
    return template.format(user=request.json["user"])  # expect: xss


def weights(path):
    return torch.load(path, weights_only=True)  # ok: unsafe-deserialization


@app.post("/weights")
def load_weights():
    return str(torch.load(request.files["w"].stream, weights_only=False))  # expect: unsafe-deserialization, xss
