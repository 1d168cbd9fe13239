def cookie(m):
    return m.app.call("/login").cookies["session"]


def behaviour(m):
    assert (cookie(m)["value"], cookie(m)["path"]) == ("abc", "/")


def exploit(m):
    """What a script of the page, or somebody on the network, reads."""
    return not (cookie(m).get("secure") and cookie(m).get("httponly"))
