def ask(m, name):
    return m.app.call("/", {"name": name}).body


def behaviour(m):
    assert ask(m, "Ann") == "<h1>Hello Ann</h1>"


def exploit(m):
    return "<script>" in ask(m, "<script>x</script>")
