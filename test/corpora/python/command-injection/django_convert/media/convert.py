import os
import subprocess


class Base:
    def run(self):
        return os.system(self.command())  # expect: command-injection


class Converter(Base):
    def __init__(self, source, target):
        self.source = source
        self.target = target

    def command(self):
        return "convert " + self.source + " out." + self.target


def thumbnail(name):
    subprocess.call("convert -thumbnail 100 uploads/{0} thumbs/{0}".format(name), shell=True)  # expect: command-injection
    subprocess.call(["convert", "-thumbnail", "100", "uploads/" + name, "thumbs/x.png"])  # ok: command-injection
