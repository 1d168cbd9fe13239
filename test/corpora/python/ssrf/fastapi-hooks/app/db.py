from collections.abc import AsyncIterator
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker, create_async_engine
from sqlalchemy import text
import os

engine = create_async_engine(os.environ["DSN"])
maker = async_sessionmaker(engine)


async def session() -> AsyncIterator[AsyncSession]:
    async with maker() as s:
        yield s


class Repo:
    def __init__(self, s: AsyncSession):
        self.s = s

    async def find(self, name: str, sort: str | None = None):
        q = "SELECT * FROM users WHERE name = :name"
        if sort:
            q += f" ORDER BY {sort}"
        return (await self.s.execute(text(q), {"name": name})).all()  # expect: sql-injection

    async def find_sorted(self, name: str, descending: bool):
        q = "SELECT * FROM users WHERE name = :name ORDER BY name " + ("DESC" if descending else "ASC")
        return (await self.s.execute(text(q), {"name": name})).all()  # ok: sql-injection

    async def page(self, n: int):
        return (await self.s.execute(text(f"SELECT * FROM users OFFSET {n}"))).all()  # ok: sql-injection
