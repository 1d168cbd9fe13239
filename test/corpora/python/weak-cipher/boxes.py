import os

from Crypto.Cipher import AES, DES
from Crypto.PublicKey import RSA
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes


def old(key, data):
    return DES.new(key, DES.MODE_CBC, os.urandom(8)).encrypt(data)  # expect: weak-cipher


def blocks(key, data):
    return AES.new(key, AES.MODE_ECB).encrypt(data)  # expect: weak-cipher


def sealed(key, data):
    return AES.new(key, AES.MODE_GCM).encrypt_and_digest(data)  # ok: weak-cipher


def pyca(key, iv):
    good = Cipher(algorithms.AES(key), modes.GCM(iv))  # ok: weak-cipher
    bad = Cipher(algorithms.AES(key), modes.ECB())  # expect: weak-cipher
    stream = Cipher(algorithms.ARC4(key), mode=None)  # expect: weak-cipher
    return good, bad, stream


def keys():
    short = RSA.generate(1024)  # expect: weak-cipher
    fine = RSA.generate(3072)  # ok: weak-cipher
    other = rsa.generate_private_key(public_exponent=65537, key_size=1024)  # expect: weak-cipher
    return short, fine, other
