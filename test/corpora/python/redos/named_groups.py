"""Patterns in Python's own way of writing, asked of what clients send."""

import re

from fastapi import FastAPI, HTTPException

app = FastAPI()

TAGS = re.compile(r"\A(?P<tag>\w|\d)+\Z")
PLAIN_TAGS = re.compile(r"\A(?P<tag>\w+)\Z")
QUOTED = re.compile(r"""(?P<quote>")(?:\\.|[^"])*(?P=quote)""")
QUOTED_ONCE = re.compile(r'^"(?:\\.|[^"\\])*"$')
COMMANDS = re.compile(r"(?i)^(?:set|get|setget)*;")
PARTS = r"(?:[a-z]{1,8}|-)*"


@app.get("/search")
def search(tags: str, text: str, command: str):
    TAGS.match(tags)  # expect: redos
    PLAIN_TAGS.match(tags)  # ok: redos
    QUOTED.match(text)  # expect: redos
    QUOTED_ONCE.match(text)  # ok: redos
    COMMANDS.search(command)  # expect: redos
    if re.fullmatch(PARTS, command):  # expect: redos
        raise HTTPException(400)
    re.match(PARTS, command)  # ok: redos
    re.fullmatch(r"(?:[a-z]{8}-)*", command)  # ok: redos
    return {}
