def behaviour(m):
    assert m.app.call("/rates", {"of": "eu"}).body == "an answer of known.example"


def exploit(m):
    return m.app.call("/rates", {"of": "us"}).body == "an answer of impostor.example"
