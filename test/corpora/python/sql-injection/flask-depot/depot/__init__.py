import os

from flask import Flask

from .db import close_connection
from .items import bp as items
from .staff import staff


def create_app(overrides=None):
    app = Flask(__name__)
    app.config.from_mapping(
        SECRET_KEY=os.environ["DEPOT_SECRET"],  # ok: hard-coded-secret
        SESSION_COOKIE_SECURE=True,
        DATABASE="/var/lib/depot/depot.db",
    )
    if overrides:
        app.config.update(overrides)
    app.teardown_appcontext(close_connection)
    app.register_blueprint(items, url_prefix="/items")
    app.register_blueprint(staff)
    return app
