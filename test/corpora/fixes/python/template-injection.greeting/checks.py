def ask(m, name):
    return m.app.call("/", {"name": name}).body


def behaviour(m):
    assert ask(m, "Ann") == "<p>Hello Ann</p>"


def exploit(m):
    return "42" in ask(m, "{{ 40 + 2 }}")
