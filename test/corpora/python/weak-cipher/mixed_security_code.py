"""Keys, cookies, tokens, parsers and archives as one service uses them."""
import os, jwt, ssl, hashlib, random, secrets, tempfile, requests, logging, xml.sax, tarfile, zipfile, pickle, yaml, hmac
from Crypto.Cipher import AES, DES3
from Crypto.Random import get_random_bytes
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from flask import Flask, request, make_response, send_file, Response, jsonify
from lxml import etree
app = Flask(__name__)
app.config.update(SECRET_KEY="abc123def", DEBUG=True)  # expect: hard-coded-secret
app.config["SESSION_COOKIE_SECURE"] = False  # expect: insecure-cookie
app.config.from_mapping(SECRET_KEY=os.environ["K"])  # ok: hard-coded-secret
KEY = b"0123456789abcdef"
def enc(d):
    return AES.new(KEY, AES.MODE_CBC, get_random_bytes(16)).encrypt(d)  # expect: hard-coded-secret
def enc2(d, key):
    return AES.new(key, AES.MODE_CBC, get_random_bytes(16)).encrypt(d)  # ok: weak-cipher
def enc3(d):
    return DES3.new(get_random_bytes(24), DES3.MODE_CFB).encrypt(d)  # expect: weak-cipher
def h(p):
    m = hashlib.md5()  # expect: weak-hash
    m.update(p)
    return m.hexdigest()
def h2(p):
    alg = "sha1" if p else "md5"
def h3(p):
    return getattr(hashlib, "sha256")(p)  # ok: weak-hash
def h4(p):
    return hmac.new(os.environ["K"].encode(), p, hashlib.sha256).hexdigest()  # ok: weak-hash
def t():
    return jwt.decode(request.headers["a"], options={"verify_signature": False})  # expect: jwt-misuse
def t2():
    opts = {"verify_signature": False, "verify_exp": True}
    return jwt.decode(request.headers["a"], "", options=opts)  # expect: jwt-misuse
def t3():
    return jwt.decode(request.headers["a"], os.environ["K"], algorithms=["HS256"])  # ok: jwt-misuse
def s():
    ctx = ssl.SSLContext(ssl.PROTOCOL_SSLv23)
    ctx.verify_mode = ssl.CERT_NONE  # expect: tls-verification-disabled
    return ctx
def s2():
    kw = {"verify": False, "timeout": 3}
    return requests.get("https://a.b", **kw)  # expect: tls-verification-disabled
def s3(verify=True):
    return requests.get("https://a.b", verify=verify)  # ok: tls-verification-disabled
class Client:
    verify_tls = False
    def get(self):
        return requests.get("https://a.b", verify=self.verify_tls)  # expect: tls-verification-disabled
def x():
    p = etree.XMLParser(resolve_entities=False)
    return etree.fromstring(request.data, parser=p)  # ok: xxe
def x2():
    p = etree.XMLParser()
    return etree.parse(request.files["f"], p)  # expect: xxe
def c():
    r = jsonify({})
    r.set_cookie("sessionid", "x", httponly=True)  # expect: insecure-cookie
    r.set_cookie("lang", "x")  # ok: insecure-cookie
    r.set_cookie(key="auth_token", value="x", secure=True, httponly=True)  # ok: insecure-cookie
    return r
def z():
    with zipfile.ZipFile(request.files["f"]) as zf:
        for n in zf.namelist():
            open(os.path.join("/srv", n), "wb")  # expect: path-traversal
        zf.extractall("/srv")  # ok: path-traversal
def z2():
    with tarfile.open(fileobj=request.files["f"].stream) as tf:
        tf.extractall("/srv")  # expect: path-traversal
        for m in tf.getmembers():
            tf.extract(m, "/srv")  # expect: path-traversal
def y():
    d = yaml.load(open("x.yml"), Loader=yaml.FullLoader)  # ok: unsafe-deserialization
    e = yaml.load(request.data, yaml.SafeLoader)  # ok: unsafe-deserialization
    return d, e
def tmp():
    f = tempfile.mktemp()  # expect: insecure-temporary-file
    g = tempfile.NamedTemporaryFile(delete=False)  # ok: insecure-temporary-file
    return f, g
def hdr():
    r = make_response("x")
    r.headers["Access-Control-Allow-Origin"] = request.headers.get("Origin")  # expect: cors-misconfiguration
    r.headers["Access-Control-Allow-Credentials"] = "true"
    r.headers["X-A"] = "b"  # ok: cors-misconfiguration
    return r
def lg():
    logging.getLogger("a").info("user %s logged in", request.args["u"])  # expect: log-injection
    logging.info("n %d", int(request.args["n"]))  # ok: log-injection
    logging.info("ok")  # ok: log-injection
if __name__ == "__main__":
    app.run(debug=True)  # expect: debug-enabled
