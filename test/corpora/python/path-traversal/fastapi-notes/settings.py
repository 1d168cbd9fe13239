from pydantic_settings import BaseSettings


class Settings(BaseSettings):
    debug: bool = False
    root: str = "/srv/notes"
    jwt_key: str = "change-me-please-9931"
    database_url: str = "sqlite+aiosqlite:///notes.db"  # ok: hard-coded-secret


settings = Settings()
