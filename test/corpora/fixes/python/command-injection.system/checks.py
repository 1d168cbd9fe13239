import os


def prepare():
    with open("a.txt", "w") as file:
        file.write("hi")


def behaviour(m):
    m.app.call("/copy", {"to": "b.txt"})
    with open("b.txt") as file:
        assert file.read() == "hi"


def exploit(m):
    m.app.call("/copy", {"to": "c.txt; touch marker"})
    return os.path.exists("marker")
