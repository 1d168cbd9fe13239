import builtins


def behaviour(m):
    assert m.app.call("/pages", {"count": "25"}).body == 2


def exploit(m):
    builtins.owned = []
    try:
        m.app.call("/pages", {"count": "owned.append(1) or 10"})
    except Exception:
        pass
    return builtins.owned == [1]
