from urllib.parse import urlsplit


def go(m, target):
    return m.app.call("/login", {"next": target}).headers.get("Location", "")


def behaviour(m):
    assert go(m, "/home?a=1#b") == "/home?a=1#b"


def exploit(m):
    others = ["https://evil.example/", "//evil.example", "/\\evil.example", "/\t/evil.example", "\\\\evil.example"]
    # Browsers leave tabs out and take a backslash for a slash.
    return any(
        urlsplit(go(m, one).replace("\t", "").replace("\\", "/")).netloc == "evil.example" for one in others
    )
