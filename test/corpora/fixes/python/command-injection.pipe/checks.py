import os


def prepare():
    with open("words.txt", "w") as file:
        file.write("b\na\n")


def behaviour(m):
    m.app.call("/sorted", {"to": "out.txt"})
    with open("out.txt") as file:
        assert file.read() == "a\nb\n"


def exploit(m):
    m.app.call("/sorted", {"to": "x.txt; touch marker"})
    m.app.call("/sorted", {"to": "$(touch marker)"})
    return os.path.exists("marker")
