import builtins


def behaviour(m):
    assert m.app.call("/settings", {"settings": "{'theme': 'dark'}"}).body == "dark"


def exploit(m):
    builtins.owned = []
    try:
        m.app.call("/settings", {"settings": "owned.append(1) or {'theme': 1}"})
    except Exception:
        pass
    return builtins.owned == [1]
