import hashlib
import hmac
import os
import random
import secrets
import ssl
import string
import uuid

import jwt
import requests
from cryptography.fernet import Fernet
from cryptography.hazmat.primitives import hashes, padding
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.pbkdf2 import PBKDF2HMAC
from Crypto.Cipher import AES, ARC4, DES3
from Crypto.PublicKey import RSA
from passlib.hash import bcrypt, md5_crypt

ALPHABET = string.ascii_letters + string.digits
_rng = random.SystemRandom()
IV = b"0123456789abcdef"


class Token:
    SECRET = "hunter2-hunter2-hunter2"  # expect: hard-coded-secret
    algorithm = "HS256"

    def __init__(self, subject):
        self.subject = subject

    def sign(self):
        return jwt.encode({"sub": self.subject}, self.SECRET, algorithm=self.algorithm)

    @staticmethod
    def read(token):
        return jwt.decode(token, os.environ["JWT_SECRET"], algorithms=["HS256"])  # ok: jwt-misuse, hard-coded-secret

    @staticmethod
    def read_lazily(token):
        return jwt.decode(token, os.environ["JWT_SECRET"], algorithms=["HS256", "none"])  # expect: jwt-misuse


def reset_token():
    return "".join(random.choices(ALPHABET, k=20))  # expect: weak-random


def reset_token_well():
    return "".join(secrets.choice(ALPHABET) for _ in range(20))  # ok: weak-random


def session_id():
    return "%032x" % random.getrandbits(128)  # expect: weak-random


def session_id_well():
    return "%032x" % _rng.getrandbits(128)  # ok: weak-random


def otp():
    code = random.randint(100000, 999999)  # expect: weak-random
    return str(code)


def shuffle_cards(cards):
    random.shuffle(cards)  # ok: weak-random
    return cards


def jitter(delay):
    return delay * random.uniform(0.5, 1.5)  # ok: weak-random


def api_key():
    return uuid.uuid4().hex  # ok: weak-random


def store_password(password):
    return hashlib.sha1(password.encode()).hexdigest()  # expect: weak-hash


def store_password_well(password):
    return bcrypt.hash(password)  # ok: weak-hash


def store_password_old(password):
    return md5_crypt.hash(password)  # expect: weak-hash


def etag(body):
    return hashlib.md5(body, usedforsecurity=False).hexdigest()  # ok: weak-hash


def digest(name, data):
    h = hashlib.new("sha256")  # ok: weak-hash
    h.update(data)
    weak = hashlib.new("md5", data)  # expect: weak-hash
    return h.hexdigest(), weak.hexdigest()


def fingerprint(data):
    engine = hashes.Hash(hashes.SHA1())  # expect: weak-hash
    engine.update(data)
    good = hashes.Hash(hashes.SHA256())  # ok: weak-hash
    good.update(data)
    return engine.finalize(), good.finalize()


def derive(password, salt):
    kdf = PBKDF2HMAC(algorithm=hashes.SHA256(), length=32, salt=salt, iterations=600_000)  # ok: weak-hash
    return kdf.derive(password)


def derive_badly(password):
    return hashlib.pbkdf2_hmac("sha256", password, os.urandom(16), 1000)  # expect: weak-hash


def encrypt(key, text):
    nonce = os.urandom(12)
    return nonce + AESGCM(key).encrypt(nonce, text, None)  # ok: weak-cipher


def encrypt_ecb(key, text):
    padder = padding.PKCS7(128).padder()
    data = padder.update(text) + padder.finalize()
    return Cipher(algorithms.AES(key), modes.ECB()).encryptor().update(data)  # expect: weak-cipher


def encrypt_fixed(key, text):
    return AES.new(key, AES.MODE_CBC, IV).encrypt(text)  # expect: weak-cipher


def encrypt_random(key, text):
    cipher = AES.new(key, AES.MODE_CBC)  # ok: weak-cipher
    return cipher.iv + cipher.encrypt(text)


def encrypt_old(key, text):
    return DES3.new(key, DES3.MODE_CBC, os.urandom(8)).encrypt(text), ARC4.new(key).encrypt(text)  # expect: weak-cipher


def mode_from(name):
    return {"gcm": AES.MODE_GCM, "ecb": AES.MODE_ECB}[name]


def encrypt_gcm(key, text):
    return AES.new(key, mode_from("gcm")).encrypt(text)  # ok: weak-cipher


def keys():
    small = RSA.generate(1024)  # expect: weak-cipher
    fine = rsa.generate_private_key(public_exponent=65537, key_size=3072)  # ok: weak-cipher
    curve = ec.generate_private_key(ec.SECP256R1())  # ok: weak-cipher
    box = Fernet(Fernet.generate_key())  # ok: hard-coded-secret
    return small, fine, curve, box


def check(message, signature):
    good = hmac.new(os.environb[b"KEY"], message, hashlib.sha256).hexdigest()  # ok: hard-coded-secret
    return hmac.compare_digest(good, signature)


def fetch_insecurely(url):
    session = requests.Session()
    session.verify = False  # expect: tls-verification-disabled
    return session.get(url)


def fetch(url, insecure=False):
    return requests.get(url, verify=not insecure, timeout=3)  # ok: tls-verification-disabled


def fetch_pinned(url):
    return requests.get(url, verify="/etc/ssl/internal.pem", timeout=3)  # ok: tls-verification-disabled


def context():
    ctx = ssl.create_default_context()  # ok: tls-verification-disabled
    ctx.minimum_version = ssl.TLSVersion.TLSv1_2  # ok: weak-cipher
    return ctx


def loose_context():
    ctx = ssl.create_default_context()
    ctx.check_hostname = False  # expect: tls-verification-disabled
    ctx.verify_mode = ssl.CERT_NONE  # expect: tls-verification-disabled
    return ctx


class Client:
    def __init__(self, base, **options):
        self.base = base
        self.options = {"verify": True, **options}

    def get(self, path):
        return requests.get(self.base + path, **self.options)  # ok: tls-verification-disabled


class LabClient(Client):
    def get(self, path):
        return requests.get(self.base + path, **{"verify": False})  # expect: tls-verification-disabled


PASSWORDS = {"admin": os.environ.get("ADMIN_PASSWORD")}  # ok: hard-coded-secret
DB_PASSWORD = "s3cr3t-Pa55w0rd"  # expect: hard-coded-secret
password_field = "password"  # ok: hard-coded-secret
