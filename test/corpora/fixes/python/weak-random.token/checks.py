import random
import re


def behaviour(m):
    tokens = {m.app.call("/reset").body for _ in range(20)}
    assert len(tokens) == 20
    assert all(re.fullmatch("[0-9a-f]{32}", one) for one in tokens)


def exploit(m):
    """Who knows the generator's state knows the next token."""
    random.seed(1)
    first = m.app.call("/reset").body
    random.seed(1)
    return m.app.call("/reset").body == first
