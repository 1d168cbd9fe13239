import os


def get(name):
    os.system("curl " + name)  # expect: command-injection
