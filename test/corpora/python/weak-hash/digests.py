import hashlib

from cryptography.hazmat.primitives import hashes


def fingerprint(data):
    return hashlib.md5(data).hexdigest()  # expect: weak-hash


def cache_key(data):
    return hashlib.md5(data, usedforsecurity=False).hexdigest()  # ok: weak-hash


def digest(name, data):
    first = hashlib.new("sha1", data)  # expect: weak-hash
    second = hashlib.new("sha256", data)  # ok: weak-hash
    third = hashlib.sha512(data)  # ok: weak-hash
    return first, second, third


ALGORITHM = "MD5"
STRONG = "sha3_256"


def configured(data):
    one = hashlib.new(ALGORITHM, data)  # expect: weak-hash
    two = hashlib.new(STRONG, data)  # ok: weak-hash
    return one, two


def store(password, salt):
    weak = hashlib.pbkdf2_hmac("sha256", password, salt, 1000)  # expect: weak-hash
    strong = hashlib.pbkdf2_hmac("sha256", password, salt, 600_000)  # ok: weak-hash
    return weak, strong


def context():
    return hashes.Hash(hashes.SHA1()), hashes.Hash(hashes.SHA256())  # expect: weak-hash
