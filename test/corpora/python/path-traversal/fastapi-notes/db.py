from sqlalchemy.ext.asyncio import async_sessionmaker, create_async_engine
from .settings import settings

engine = create_async_engine(settings.database_url)
maker = async_sessionmaker(engine, expire_on_commit=False)


async def get_session():
    async with maker() as session:
        yield session
