import aiohttp
import httpx
from fastapi import FastAPI
from pydantic import BaseModel

app = FastAPI()


class Hook(BaseModel):
    url: str
    retries: int = 3


@app.post("/hooks")
async def create(hook: Hook):
    async with httpx.AsyncClient() as client:
        reply = await client.get(hook.url)  # expect: ssrf
        again = await client.get(f"https://hooks.internal/{hook.retries}")  # ok: ssrf
    return {"status": reply.status_code, "again": again.status_code}


@app.get("/proxy")
async def proxy(target: str):
    async with aiohttp.ClientSession() as session:
        async with session.get(target) as reply:  # expect: ssrf
            return {"status": reply.status}


@app.get("/health")
async def health():
    return {"status": httpx.get("http://localhost:9000/health").status_code}  # ok: ssrf
