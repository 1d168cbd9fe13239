"""Routes whose answer is made of what they return, by the class that their decorator names."""

import pycurl
from fastapi import FastAPI
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse, RedirectResponse

app = FastAPI()


@app.get("/login", response_class=RedirectResponse)
def login(back: str):
    return back  # expect: open-redirect


@app.get("/home", response_class=RedirectResponse, status_code=302)
def home(tab: str):
    return "/home?tab=" + tab  # ok: open-redirect


@app.get("/manual", response_class=FileResponse)
def manual(name: str):
    return "manuals/" + name  # expect: path-traversal


@app.get("/greeting", response_class=HTMLResponse)
def greeting(name: str):
    return "<p>" + name + "</p>"  # expect: xss


@app.get("/echo", response_class=JSONResponse)
def echo(text: str):
    return text  # ok: xss, open-redirect, path-traversal


@app.get("/copy")
def copy(address: str):
    curl = pycurl.Curl()
    curl.setopt(pycurl.USERAGENT, address)  # ok: ssrf
    curl.setopt(pycurl.URL, address)  # expect: ssrf
    curl.setopt(curl.URL, address)  # expect: ssrf
    curl.perform()
    return {}
