import io
import logging


def logged(m, user):
    text = io.StringIO()
    handler = logging.StreamHandler(text)
    logging.getLogger("app").addHandler(handler)
    m.app.call("/login", {"user": user})
    logging.getLogger("app").removeHandler(handler)
    return text.getvalue().splitlines()


def behaviour(m):
    assert logged(m, "ann") == ["login of ann"]


def exploit(m):
    return "login of admin" in logged(m, "x\nlogin of admin")
