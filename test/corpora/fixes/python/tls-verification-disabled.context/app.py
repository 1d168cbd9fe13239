import os
import ssl
import urllib.request

from flask import Flask

app = Flask(__name__)


@app.route("/rates")
def rates():
    context = ssl._create_unverified_context()
    address = "https://localhost:" + os.environ["RATES_PORT"]
    with urllib.request.urlopen(address, context=context, timeout=5) as answer:
        return answer.read().decode()
