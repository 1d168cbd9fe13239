def ask(m, q):
    return m.app.call("/search", {"q": q}).body


def behaviour(m):
    assert ask(m, "a.b") == ["a.b"]
    assert ask(m, "decoy") == ["decoy-word"]


def exploit(m):
    """An expression of the client's own, which could as well be a slow one."""
    return len(ask(m, "^(.)+$")) == 2
