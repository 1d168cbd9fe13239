"""Tools of language models, dashboards and chats."""
import os

import chainlit as cl
from dash import Dash, Input, Output, callback
from langchain_core.tools import StructuredTool
from litestar import get
from mcp.server import Server
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("tools")
server = Server("tools")
app = Dash(__name__)


def ping(host: str):
    os.system("ping " + host)  # expect: command-injection


mcp.add_tool(ping)


def count(times: int):
    os.system("ping -c " + str(int(times)))  # ok: command-injection


StructuredTool.from_function(count)


@server.call_tool()
async def call_tool(name, arguments):
    os.system("ping " + arguments["host"])  # expect: command-injection


@app.callback(Output("out", "children"), Input("host", "value"))
def show(host):
    os.system("ping " + host)  # expect: command-injection


@callback(Output("out", "children"), Input("host", "value"))
def show_listed(host):
    hosts = {"a": "a.internal", "b": "b.internal"}
    os.system("ping " + hosts[host])  # ok: command-injection


@cl.on_message
async def on_message(message: cl.Message):
    os.system("ping " + message.content)  # expect: command-injection


@get("/ping/{host:str}")
async def ping_page(host: str) -> str:
    os.system("ping " + host)  # expect: command-injection
    return "ok"
