import random
import secrets
import string
from random import choice

ALPHABET = string.ascii_letters + string.digits


def reset_token(length=32):
    return "".join(random.choice(ALPHABET) for _ in range(length))  # expect: weak-random


def session_id():
    return "%032x" % random.getrandbits(128)  # expect: weak-random


def invitation(user):
    number = random.randint(100000, 999999)  # expect: weak-random
    user.otp = str(number)
    user.save()


def good_token():
    return secrets.token_urlsafe(32)  # ok: weak-random


def system_password():
    source = random.SystemRandom()
    return "".join(source.choice(ALPHABET) for _ in range(16))  # ok: weak-random


def roll():
    return random.randint(1, 6)  # ok: weak-random


def shuffle_deck(deck):
    random.shuffle(deck)  # ok: weak-random
    first = choice(deck)  # ok: weak-random
    delay = random.uniform(0.5, 1.5)  # ok: weak-random
    return first, delay


class Account:
    def create(self):
        self.api_key = "".join(choice(ALPHABET) for _ in range(40))  # expect: weak-random
        self.color = choice(["red", "blue"])  # ok: weak-random
