def prepare():
    with open("secret", "w") as file:
        file.write("decoy-word")


def post(m, text):
    return m.app.call("/text", method="POST", data=text).body


def behaviour(m):
    assert post(m, "<a>one <b>two</b></a>") == "one two"


def exploit(m):
    return "decoy-word" in post(m, '<!DOCTYPE a [<!ENTITY e SYSTEM "secret">]><a>&e;</a>')
