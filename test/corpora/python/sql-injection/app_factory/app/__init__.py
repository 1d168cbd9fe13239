from flask import Flask
from .extensions import db, cache
from .web import users, admin

def create_app(config=None):
    app = Flask(__name__)
    app.config.from_object(config)
    db.init_app(app)
    for bp in (users.bp, admin.bp):
        app.register_blueprint(bp)
    return app
