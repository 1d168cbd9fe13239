import os


def keep(name):
    os.system("keep " + name)  # expect: command-injection
