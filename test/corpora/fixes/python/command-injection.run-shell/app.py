import subprocess

from flask import Flask, request

app = Flask(__name__)


@app.route("/lines")
def lines():
    result = subprocess.run(
        f"wc -l {request.args['file']}", shell=True, check=True, capture_output=True, text=True
    )
    return result.stdout.split()[0]
