import os


def prepare():
    os.makedirs("uploads")


class Upload:
    def __init__(self, filename):
        self.filename = filename

    def save(self, path):
        with open(path, "w") as file:
            file.write("text")


def upload(m, name):
    return m.app.call("/upload", method="POST", files={"file": Upload(name)})


def behaviour(m):
    assert upload(m, "photo-1.png").status == 200
    assert os.listdir("uploads") == ["photo-1.png"]


def exploit(m):
    upload(m, "../overwritten")
    return os.path.exists("overwritten")
