from collections.abc import AsyncIterator
from typing import Annotated

import jwt
from fastapi import Depends, Header, HTTPException, Query, status
from fastapi.security import OAuth2PasswordBearer
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker, create_async_engine

from .config import Settings, get_settings

engine = create_async_engine(get_settings().database_url)
Session = async_sessionmaker(engine, expire_on_commit=False)
oauth2 = OAuth2PasswordBearer(tokenUrl="token")


async def get_session() -> AsyncIterator[AsyncSession]:
    async with Session() as session:
        yield session


def current_user(token: Annotated[str, Depends(oauth2)], settings: Annotated[Settings, Depends(get_settings)]) -> dict:
    try:
        return jwt.decode(token, settings.jwt_secret.get_secret_value(), algorithms=["HS256"])  # ok: jwt-misuse
    except jwt.PyJWTError as error:
        raise HTTPException(status.HTTP_401_UNAUTHORIZED) from error


def peek(x_token: Annotated[str, Header()]) -> dict:
    return jwt.decode(x_token, options={"verify_signature": False})  # expect: jwt-misuse


class Paging:
    def __init__(self, page: int = 0, size: Annotated[int, Query(le=100)] = 20, order: str = "id"):
        self.page = page
        self.size = size
        self.order = order


DB = Annotated[AsyncSession, Depends(get_session)]
User = Annotated[dict, Depends(current_user)]
