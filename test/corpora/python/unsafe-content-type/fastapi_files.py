from fastapi import FastAPI, UploadFile
from fastapi.responses import Response, StreamingResponse

app = FastAPI()
FORMATS = {"png": "image/png", "jpg": "image/jpeg"}


@app.post("/preview")
async def preview(file: UploadFile):
    return Response(await file.read(), media_type=file.content_type)  # expect: unsafe-content-type


@app.post("/download")
async def download(file: UploadFile):
    return StreamingResponse(
        file.file,
        media_type=file.content_type,  # ok: unsafe-content-type
        headers={"Content-Disposition": "attachment; filename=file"},
    )


@app.post("/converted")
async def converted(file: UploadFile, to: str):
    return Response(await file.read(), media_type=FORMATS[to])  # ok: unsafe-content-type
