import enum
import hmac
import ipaddress
import os
import re
import uuid
from pathlib import Path
from urllib.parse import urlparse

UPLOAD_ROOT = Path(os.environ.get("UPLOADS", "/srv/blog")).resolve()
TRUSTED = {"images.example.org", "cdn.example.org"}


class Column(enum.Enum):
    TITLE = "title"
    CREATED = "created_at"


class Unsafe(Exception):
    pass


def inside(root: Path, name: str) -> Path:
    path = (root / name).resolve()
    path.relative_to(root)
    return path


def inside_text(root, name):
    path = os.path.realpath(os.path.join(root, name))
    if os.path.commonprefix([path, root + os.sep]) != root + os.sep:
        raise Unsafe(name)
    return path


def trusted_url(url):
    host = urlparse(url).hostname
    if host is None or host not in TRUSTED:
        raise Unsafe(url)
    return url


def suffix_url(url):
    host = urlparse(url).hostname or ""
    return host.endswith(".example.org")


def bad_url_check(url):
    return "example.org" in url


def column(value):
    return Column(value).value


def address(text):
    return str(ipaddress.ip_address(text))


def ident(text):
    try:
        return uuid.UUID(text).hex
    except ValueError:
        return None


def clean(text):
    return re.sub("[^a-zA-Z0-9 ]", "", text)


def weak_clean(text):
    return text.replace("--", "")


def same(a, b):
    return hmac.compare_digest(a, b)
