def post(m, path, document):
    return m.app.call(path, method="POST", form={"document": document}).body


def behaviour(m):
    post(m, "/approve", "0102")
    assert post(m, "/approved", "0102") is True
    assert post(m, "/approved", "0103") is False


def exploit(m):
    """Two documents of one MD5 (Wang, Yu 2004)."""
    one, other = (
        "d131dd02c5e6eec4693d9a0698aff95c2fcab58712467eab4004583eb8fb7f8955ad340609f4b30283e488832571415a"
        "085125e8f7cdc99fd91dbdf280373c5bd8823e3156348f5bae6dacd436c919c6dd53e2b487da03fd02396306d248cda0"
        "e99f33420f577ee8ce54b67080a80d1ec69821bcb6a8839396f9652b6ff72a70",
        "d131dd02c5e6eec4693d9a0698aff95c2fcab50712467eab4004583eb8fb7f8955ad340609f4b30283e4888325f1415a"
        "085125e8f7cdc99fd91dbd7280373c5bd8823e3156348f5bae6dacd436c919c6dd53e23487da03fd02396306d248cda0"
        "e99f33420f577ee8ce54b67080280d1ec69821bcb6a8839396f965ab6ff72a70",
    )
    post(m, "/approve", one)
    return post(m, "/approved", other)
