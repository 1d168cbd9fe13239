import os


def prepare():
    with open("a.txt", "w") as file:
        file.write("1\n2\n")


def behaviour(m):
    assert m.app.call("/lines", {"file": "a.txt"}).body == "2"


def exploit(m):
    m.app.call("/lines", {"file": "a.txt; touch marker"})
    return os.path.exists("marker")
