from enum import Enum
from typing import Literal

from pydantic import BaseModel, Field, HttpUrl, constr, field_validator
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    pass


class Hook(Base):
    __tablename__ = "hook"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    target: Mapped[str]


class Direction(str, Enum):
    up = "asc"
    down = "desc"


class HookIn(BaseModel):
    name: constr(pattern=r"^[a-z0-9-]+$")
    target: HttpUrl
    note: str = ""
    retries: int = Field(3, ge=0, le=10)
    mode: Literal["push", "pull"] = "push"


class Job(BaseModel):
    host: str
    script: str

    @field_validator("host")
    @classmethod
    def known_host(cls, value: str) -> str:
        if value not in {"a.example.com", "b.example.com"}:
            raise ValueError("unknown host")
        return value
