import random


def behaviour(m):
    assert all(100000 <= m.app.call("/code").body <= 999999 for _ in range(50))


def exploit(m):
    random.seed(1)
    first = [m.app.call("/code").body for _ in range(4)]
    random.seed(1)
    return [m.app.call("/code").body for _ in range(4)] == first
