from fastapi import Depends, FastAPI

from .repository import Repository, get_repository

app = FastAPI()


@app.get("/cities/{name}")
async def city(name: str, repository: Repository = Depends(get_repository)):
    return await repository.find_by_name(name)


@app.get("/cities")
async def cities(limit: int = 10, country: str = "", repository: Repository = Depends(get_repository)):
    return await repository.list(limit, country)
