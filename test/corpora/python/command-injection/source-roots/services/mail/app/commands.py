import os


def send(to):
    os.system("mail " + to)  # expect: command-injection
