import os

from flask import Flask
from flask_cors import CORS

from .db import close_db
from .views import bp
from .admin import admin_bp


def create_app(config=None):
    app = Flask(__name__)
    app.config.from_mapping(  # expect: csrf-disabled
        SECRET_KEY=os.environ["SECRET_KEY"],  # ok: hard-coded-secret
        SESSION_COOKIE_SECURE=True,
        WTF_CSRF_ENABLED=False,
    )
    CORS(app, origins=["https://desk.example.org"], supports_credentials=True)  # ok: cors-misconfiguration
    app.teardown_appcontext(close_db)
    app.register_blueprint(bp)
    app.register_blueprint(admin_bp, url_prefix="/admin")
    return app
