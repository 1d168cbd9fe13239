import os


def post(m, text):
    return m.app.call("/settings", method="POST", data=text).body


def behaviour(m):
    assert post(m, "colour: red\nsize: big") == {"colour": "red", "size": "big"}


def exploit(m):
    post(m, "colour: !!python/object/apply:os.system touch marker")
    return os.path.exists("marker")
