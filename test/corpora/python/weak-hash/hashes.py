import hashlib
from hashlib import md5, sha256

from Crypto.Hash import MD5, SHA256
from cryptography.hazmat.primitives import hashes
from django.contrib.auth.hashers import make_password
from passlib.hash import bcrypt, md5_crypt

ALGO = "md5"
GOOD = "sha3_256"


def a(password, salt):
    hashlib.md5(password.encode()).hexdigest()  # expect: weak-hash
    hashlib.sha1(password.encode()).hexdigest()  # expect: weak-hash
    hashlib.sha256(password.encode()).digest()  # ok: weak-hash
    md5(password.encode()).hexdigest()  # expect: weak-hash
    hashlib.new(ALGO, password.encode())  # expect: weak-hash
    hashlib.new(GOOD, password.encode())  # ok: weak-hash
    hashlib.md5(b"cache-key", usedforsecurity=False)  # ok: weak-hash
    MD5.new(password.encode())  # expect: weak-hash
    SHA256.new(password.encode())  # ok: weak-hash
    hashes.Hash(hashes.MD5())  # expect: weak-hash
    hashes.Hash(hashes.SHA512())  # ok: weak-hash
    bcrypt.hash(password)  # ok: weak-hash
    md5_crypt.hash(password)  # expect: weak-hash
    hashlib.pbkdf2_hmac("sha256", password.encode(), salt, 600000)  # ok: weak-hash
    make_password(password)  # ok: weak-hash
