import functools
import re

from flask import abort, request

SLUG = re.compile(r"^[a-z0-9-]{1,40}\Z")


def valid_slug(view):
    @functools.wraps(view)
    def wrapper(slug, *args, **kwargs):
        if not SLUG.match(slug):
            abort(404)
        return view(slug, *args, **kwargs)

    return wrapper


def require_args(*names):
    def deco(view):
        @functools.wraps(view)
        def wrapper(*args, **kwargs):
            for name in names:
                if name not in request.args:
                    abort(400)
            return view(*args, **kwargs)

        return wrapper

    return deco


def one_of(name, allowed):
    def deco(view):
        @functools.wraps(view)
        def wrapper(*args, **kwargs):
            if request.args.get(name) not in allowed:
                abort(400)
            return view(*args, **kwargs)

        return wrapper

    return deco


def safe_name(name):
    return re.sub(r"[^\w.-]", "_", name).lstrip(".")


def is_local(url):
    from urllib.parse import urlsplit

    parts = urlsplit(url)
    return not parts.netloc and not parts.scheme and url.startswith("/") and not url.startswith("//")
