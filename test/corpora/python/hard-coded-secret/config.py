import os


class Config:
    SECRET_KEY = "s3cr3t-k3y-of-the-app"  # expect: hard-coded-secret
    SQLALCHEMY_ECHO = "debug"  # ok: hard-coded-secret


class ProductionConfig(Config):
    SECRET_KEY = os.environ.get("SECRET_KEY")  # ok: hard-coded-secret
