import os
from abc import ABC, abstractmethod
from .shell import run

class Writer(ABC):
    @abstractmethod
    def write(self, data): ...

class FileWriter(Writer):
    def __init__(self, folder, name):
        self.target = os.path.join(folder, name)
    def write(self, data):
        with open(self.target, "w") as out:  # expect: path-traversal
            out.write(data)

class Exporter:
    writers = {"file": FileWriter}
    def __init__(self, kind, **options):
        self.writer = self.writers[kind](**options)
        self.options = options
    def export(self, rows):
        self.writer.write("\n".join(str(r) for r in rows))
        run("chown", self.options["owner"], self.options["name"])
