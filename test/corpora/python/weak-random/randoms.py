import random
import secrets
import string
import uuid

import numpy as np


def make_token():
    return "".join(random.choice(string.ascii_letters) for _ in range(32))  # expect: weak-random


def reset_code():
    code = random.randint(100000, 999999)  # expect: weak-random
    return code


def session_id():
    return str(random.getrandbits(128))  # expect: weak-random


def password(n):
    return "".join(random.choices(string.printable, k=n))  # expect: weak-random


def good_token():
    return secrets.token_urlsafe(32)  # ok: weak-random


def good_password(n):
    return "".join(secrets.choice(string.ascii_letters) for _ in range(n))  # ok: weak-random


def system_token():
    return random.SystemRandom().getrandbits(128)  # ok: weak-random


def identifier():
    return str(uuid.uuid4())  # ok: weak-random


def jitter(delay):
    return delay * (1 + random.random())  # ok: weak-random


def sample(rows):
    random.shuffle(rows)  # ok: weak-random
    return random.sample(rows, 3)  # ok: weak-random
