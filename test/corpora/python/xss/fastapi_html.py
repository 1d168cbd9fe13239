from fastapi import FastAPI, Form
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse

app = FastAPI()


@app.get("/search", response_class=HTMLResponse)
async def search(q: str = ""):
    return HTMLResponse(f"<p>Results for {q}</p>")  # expect: xss


@app.post("/echo")
async def echo(text: str = Form(...)):
    return PlainTextResponse(text)  # ok: xss


@app.get("/json")
async def as_json(q: str):
    return JSONResponse({"q": q})  # ok: xss


@app.get("/item/{item_id}")
async def item(item_id: int):
    return HTMLResponse("<p>%s</p>" % item_id)  # ok: xss


@app.get("/plain")
async def plain(q: str):
    return "Results for " + q  # ok: xss
