from flask import Flask
from library_app.views.books import books


def create_app(config=None):
    app = Flask(__name__)
    app.register_blueprint(books, url_prefix="/books")
    return app
