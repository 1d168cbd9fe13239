from flask import Flask

from imports import imports
from notices import notices
from reports import reports

app = Flask(__name__)
app.register_blueprint(imports, url_prefix="/imports")
app.register_blueprint(notices, url_prefix="/notices")
app.register_blueprint(reports, url_prefix="/reports")

if __name__ == "__main__":
    app.run(port=5000)
