import asyncpg


class Repository:
    def __init__(self, pool: asyncpg.Pool):
        self.pool = pool

    async def find_by_name(self, name):
        async with self.pool.acquire() as connection:
            return await connection.fetchrow(f"SELECT * FROM cities WHERE name = '{name}'")  # expect: sql-injection

    async def list(self, limit, country):
        async with self.pool.acquire() as connection:
            query = "SELECT * FROM cities WHERE country = $1"
            query += " LIMIT " + str(limit)
            return await connection.fetch(query, country)  # ok: sql-injection


async def get_repository():
    pool = await asyncpg.create_pool("postgresql://localhost/geo")
    return Repository(pool)
