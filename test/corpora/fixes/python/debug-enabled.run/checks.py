def behaviour(m):
    m.main()
    assert m.app.call("/").body == "hello"
    assert (m.app.ran["host"], m.app.ran["port"]) == ("127.0.0.1", 8080)


def exploit(m):
    """The debugger of Werkzeug has a console in the page of every error."""
    return m.app.ran["debug"]
