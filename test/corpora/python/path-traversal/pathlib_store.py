from pathlib import Path
import shutil

from fastapi import FastAPI, HTTPException, UploadFile
from fastapi.responses import FileResponse

app = FastAPI()
ROOT = Path("/srv/store")


@app.get("/files/{name:path}")
async def get_file(name: str):
    target = ROOT / name
    return FileResponse(target)  # expect: path-traversal


@app.get("/text")
async def get_text(name: str):
    return (ROOT / name).read_text()  # expect: path-traversal


@app.get("/checked")
async def checked(name: str):
    target = (ROOT / name).resolve()
    if not target.is_relative_to(ROOT):
        raise HTTPException(404)
    return target.read_text()  # ok: path-traversal


@app.get("/number/{item}")
async def number(item: int):
    return (ROOT / f"{item}.txt").read_text()  # ok: path-traversal


@app.post("/upload")
async def upload(file: UploadFile):
    target = ROOT / file.filename
    with open(target, "wb") as out:  # expect: path-traversal
        shutil.copyfileobj(file.file, out)
    plain = ROOT / Path(file.filename).name
    with open(plain, "wb") as out:  # ok: path-traversal
        shutil.copyfileobj(file.file, out)
    return {}
