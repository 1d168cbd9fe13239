from sqlalchemy import Boolean, Integer, String, and_, asc, column, desc, func, select, text
from sqlalchemy.orm import Mapped, declarative_base, mapped_column

Base = declarative_base()


class Item(Base):
    __tablename__ = "item"
    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    name: Mapped[str] = mapped_column(String(50))
    hidden: Mapped[bool] = mapped_column(Boolean, default=False)

    @classmethod
    async def find(cls, db, term):
        return (await db.execute(select(cls).where(cls.name.like(f"%{term}%")))).scalars().all()  # ok: sql-injection

    @classmethod
    async def find_raw(cls, db, term):
        stmt = text("SELECT * FROM item WHERE name LIKE '%" + term + "%'")  # expect: sql-injection
        return (await db.execute(stmt)).mappings().all()

    @classmethod
    async def sorted(cls, db, field, down):
        order = desc if down else asc
        attr = getattr(cls, field, None)
        if attr is None:
            return []
        return (await db.execute(select(cls).order_by(order(attr)))).scalars().all()  # ok: sql-injection

    @classmethod
    async def having(cls, db, clause):
        return (await db.execute(select(func.count()).select_from(cls).having(text(clause)))).all()  # expect: sql-injection
