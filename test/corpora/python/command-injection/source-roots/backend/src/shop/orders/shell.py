import os


class Shell:
    def __init__(self, prefix):
        self.prefix = prefix

    def run(self, command):
        os.system(self.prefix + command)  # expect: command-injection
