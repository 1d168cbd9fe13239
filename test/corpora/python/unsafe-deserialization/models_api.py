import io

import joblib
import numpy as np
import torch
from fastapi import FastAPI, Request, UploadFile

app = FastAPI()


@app.post("/model")
async def model(file: UploadFile):
    loaded = joblib.load(file.file)  # expect: unsafe-deserialization
    return {"params": str(type(loaded))}


@app.post("/weights")
async def weights(request: Request):
    body = await request.body()
    data = np.load(io.BytesIO(body), allow_pickle=True)  # expect: unsafe-deserialization
    plain = np.load(io.BytesIO(body))  # ok: unsafe-deserialization
    state = torch.load(io.BytesIO(body), weights_only=True)  # ok: unsafe-deserialization
    whole = torch.load(io.BytesIO(body))  # expect: unsafe-deserialization
    return {"n": len(data) + len(plain) + len(state) + len(whole)}
