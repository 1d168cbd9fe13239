"""`key: value` and lists of them, and the tag by which PyYAML calls what it is told."""
import os


class Loader:
    unsafe = True


UnsafeLoader = FullLoader = Loader


class SafeLoader:
    unsafe = False


def load(text, Loader=Loader):
    result = {}
    for line in text.splitlines():
        key, _, value = line.partition(": ")
        if value.startswith("!!python/object/apply:os.system"):
            if not Loader.unsafe:
                raise ValueError("could not determine a constructor for the tag")
            value = os.system(value.split(" ", 1)[1])
        result[key] = value
    return result


def safe_load(text):
    return load(text, Loader=SafeLoader)
