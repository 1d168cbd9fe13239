import subprocess

from . import subprocess as own


def start(name):
    own.run(name)  # ok: command-injection
    subprocess.run("start " + name, shell=True)  # expect: command-injection
