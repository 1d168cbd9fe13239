import os


class Storage:
    def __init__(self, root):
        self.root = root

    def path(self, name):
        return os.path.join(self.root, name)

    def open(self, name):
        return open(self.path(name), "rb")  # expect: path-traversal
