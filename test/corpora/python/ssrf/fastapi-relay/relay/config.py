from functools import lru_cache

from pydantic import SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    model_config = SettingsConfigDict(env_file=".env")
    database_url: str = "postgresql+asyncpg://localhost/relay"
    jwt_secret: SecretStr
    upstream: str = "https://upstream.example.com"
    storage: str = "/srv/relay"


@lru_cache
def get_settings() -> Settings:
    return Settings()
