import re


def secure_filename(name):
    return re.sub(r"[^\w.-]", "_", name.replace("/", " ").replace("\\", " ")).strip("._")
