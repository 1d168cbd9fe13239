import os


def prepare():
    with open("a.txt", "w") as file:
        file.write("two words\none\n")


def behaviour(m):
    assert m.app.call("/count", {"word": "two"}).body == "1"


def exploit(m):
    m.app.call("/count", {"word": "two a.txt; touch marker;"})
    return os.path.exists("marker")
