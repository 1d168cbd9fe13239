"""Application factory."""
import os
from flask import Flask
from flask_cors import CORS
from .extensions import db, login
from .auth import bp as auth_bp
from .reports import bp as reports_bp


class BaseConfig:
    SECRET_KEY = os.environ.get("LEDGER_KEY")  # ok: hard-coded-secret
    SESSION_COOKIE_HTTPONLY = True
    SQLALCHEMY_DATABASE_URI = os.environ["DATABASE_URL"]


class DevConfig(BaseConfig):
    DEBUG = True
    SECRET_KEY = "dev-8f1c0a99-not-for-prod"  # expect: hard-coded-secret


def create_app(config=BaseConfig):
    app = Flask(__name__)
    app.config.from_object(config)
    db.init_app(app)
    login.init_app(app)
    CORS(app, resources={r"/api/*": {"origins": "*"}}, supports_credentials=True)  # expect: cors-misconfiguration
    app.register_blueprint(auth_bp)
    app.register_blueprint(reports_bp, url_prefix="/reports")
    return app
