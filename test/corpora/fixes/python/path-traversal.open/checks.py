import os


def prepare():
    os.makedirs("docs")
    os.symlink("../secret", "docs/link")
    for name, text in (("docs/a", "page"), ("secret", "decoy-word")):
        with open(name, "w") as file:
            file.write(text)


def ask(m, name):
    return m.app.call("/page", {"name": name}).body


def behaviour(m):
    assert ask(m, "a") == "page"


def exploit(m):
    return "decoy-word" in (ask(m, "../secret"), ask(m, "a/../../secret"), ask(m, os.path.abspath("secret")))
