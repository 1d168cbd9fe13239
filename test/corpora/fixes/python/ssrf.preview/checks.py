import os


def prepare():
    os.environ["ALLOWED_HOSTS"] = "pages.example,images.example"


def ask(m, url):
    return m.app.call("/preview", {"url": url}).body


def behaviour(m):
    assert ask(m, "https://images.example/a.png") == "an answer of images.example"


def exploit(m):
    others = [
        "http://169.254.1.1/keys",
        "http://pages.example@inside.example/",
        "http://inside.example\\@pages.example/",
        "file://pages.example/etc/passwd",
    ]
    return any(ask(m, url).startswith("an answer of ") for url in others)
