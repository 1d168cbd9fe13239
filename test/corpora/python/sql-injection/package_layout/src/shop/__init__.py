from .app import create_app
