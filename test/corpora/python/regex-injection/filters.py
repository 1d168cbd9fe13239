import re

from flask import Flask, request

app = Flask(__name__)
LINES = ["alpha", "beta"]


@app.route("/filter")
def filter_lines():
    pattern = request.args["pattern"]
    matched = [line for line in LINES if re.search(pattern, line)]  # expect: regex-injection
    literal = [line for line in LINES if re.search(re.escape(pattern), line)]  # ok: regex-injection
    compiled = re.compile("^" + pattern)  # expect: regex-injection
    return {"matched": matched, "literal": literal, "n": compiled.groups}
