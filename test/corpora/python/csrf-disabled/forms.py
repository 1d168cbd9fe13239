from flask import Flask
from flask_wtf import CSRFProtect

app = Flask(__name__)
app.config["WTF_CSRF_ENABLED"] = False  # expect: csrf-disabled
app.config["WTF_CSRF_TIME_LIMIT"] = 3600  # ok: csrf-disabled
csrf = CSRFProtect(app)


@app.route("/hook", methods=["POST"])
@csrf.exempt  # expect: csrf-disabled
def hook():
    return "ok"
