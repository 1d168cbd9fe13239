import os

from Crypto.Cipher import AES, ARC4, DES, DES3, Blowfish
from Crypto.PublicKey import RSA
from Crypto.Random import get_random_bytes
from cryptography.fernet import Fernet
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM


def a(key, data):
    DES.new(key, DES.MODE_ECB)  # expect: weak-cipher
    AES.new(key, AES.MODE_ECB)  # expect: weak-cipher
    AES.new(key, AES.MODE_GCM, nonce=get_random_bytes(12))  # ok: weak-cipher
    AES.new(key, AES.MODE_GCM)  # ok: weak-cipher
    ARC4.new(key)  # expect: weak-cipher
    Blowfish.new(key, Blowfish.MODE_CBC, os.urandom(8))  # expect: weak-cipher
    DES3.new(key, DES3.MODE_CBC, os.urandom(8))  # expect: weak-cipher
    Cipher(algorithms.AES(key), modes.ECB())  # expect: weak-cipher
    Cipher(algorithms.AES(key), modes.GCM(os.urandom(12)))  # ok: weak-cipher
    Cipher(algorithms.TripleDES(key), modes.CBC(os.urandom(8)))  # expect: weak-cipher
    AES.new(key, AES.MODE_CBC, b"\x00" * 16)  # expect: weak-cipher
    Fernet(key).encrypt(data)  # ok: weak-cipher
    AESGCM(key).encrypt(os.urandom(12), data, None)  # ok: weak-cipher
    rsa.generate_private_key(public_exponent=65537, key_size=1024)  # expect: weak-cipher
    rsa.generate_private_key(public_exponent=65537, key_size=3072)  # ok: weak-cipher
    RSA.generate(1024)  # expect: weak-cipher
