"""Strategies by type: which class is meant is not known, so each may be; a method may come from a mixin."""
import os
from abc import ABC, abstractmethod

from flask import Flask, request
from registry_kit import find_reader

app = Flask(__name__)


class Reader(ABC):
    @abstractmethod
    def load(self, name): ...

    def read(self, name):
        return self.load(name)


class Lines:
    def load(self, name):
        return self.line(name)

    def line(self, name):
        raise NotImplementedError


class Shell(Lines, Reader):
    def line(self, name):
        os.system("cat " + name)  # expect: command-injection

    def close(self, name):
        os.system("rm " + name)  # ok: command-injection


class Converter(ABC):
    @abstractmethod
    def convert(self, name): ...


class ToGif(Converter):
    def convert(self, name):
        os.system("convert " + name)  # expect: command-injection


class Untouched(Converter):
    def convert(self, name):
        os.system("true")  # ok: command-injection


class Media:
    def __init__(self, converters: dict[str, Converter]):
        self.converters = converters

    def run(self, kind, name):
        self.converters[kind].convert(name)


def reader_for(kind) -> Reader:
    return find_reader(kind)


def mount(media: Media):
    @app.route("/convert")
    def convert():
        media.run(request.args["kind"], request.args["name"])
        return "done"


@app.route("/read")
def read():
    reader_for(request.args["kind"]).read(request.args["name"])
    return "done"
