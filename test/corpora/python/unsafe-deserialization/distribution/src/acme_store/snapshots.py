import functools
import os
import pickle

from lxml import etree


def decode(data):
    return pickle.loads(data)  # expect: unsafe-deserialization


def decode_all(items):
    return [_decoded(item) for item in items]


def _decoded(item):
    return pickle.loads(item)  # expect: unsafe-deserialization


def _own(item):
    return pickle.loads(item)  # ok: unsafe-deserialization


def outline(text):
    return etree.fromstring(text, etree.XMLParser(recover=True))  # expect: xxe


def run(command):
    """A caller that names the command means it: a hint, and no more."""
    os.system(command)  # expect: command-injection


class Store:
    def __init__(self, root):
        self.root = root

    def open(self, name):
        return open(os.path.join(self.root, name))  # expect: path-traversal

    def open_file(self, path):
        return open(path)  # ok: path-traversal

    @functools.lru_cache
    def cached(self, data):
        return pickle.loads(data)  # ok: unsafe-deserialization


class _Hidden:
    def decode(self, data):
        return pickle.loads(data)  # ok: unsafe-deserialization
