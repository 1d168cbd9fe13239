import hmac, hashlib, pickle, json, os
from flask import Flask, request, abort
app = Flask(__name__)
KEY = os.environ["K"]
@app.post("/a")
def a():
    body = request.get_data()
    expected = hmac.new(KEY, body, hashlib.sha256).hexdigest()
    if not hmac.compare_digest(expected, request.headers["X-Sig"]):
        abort(403)
    pickle.loads(body)  # ok: unsafe-deserialization
    os.system(json.loads(body)["cmd"])  # ok: command-injection
    pickle.loads(request.headers["X-Other"])  # expect: unsafe-deserialization
@app.post("/b")
def b():
    body = request.get_data()
    if hmac.compare_digest(hmac.new(KEY, body, "sha256").digest(), bytes.fromhex(request.headers["X-Sig"])):
        return str(pickle.loads(body))  # ok: unsafe-deserialization
    pickle.loads(body)  # expect: unsafe-deserialization
@app.post("/c")
def c():
    body = request.get_data()
    expected = hashlib.sha256(body).hexdigest()
    if hmac.compare_digest(expected, request.headers["X-Sig"]):
        pickle.loads(body)  # expect: unsafe-deserialization
