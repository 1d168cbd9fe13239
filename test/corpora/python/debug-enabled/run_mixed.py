import os

from flask import Flask

app = Flask(__name__)
other = Flask("other")

if __name__ == "__main__":
    app.run(debug=True)  # expect: debug-enabled
    app.run(host="0.0.0.0", debug=False)  # ok: debug-enabled
    app.run(debug=bool(os.environ.get("DEBUG")))  # ok: debug-enabled
    other.debug = True  # expect: debug-enabled
