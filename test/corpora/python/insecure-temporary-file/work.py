import os
import tempfile


def report():
    name = tempfile.mktemp(suffix=".csv")  # expect: insecure-temporary-file
    with open(name, "w") as out:
        out.write("a,b\n")


def report_safe():
    with tempfile.NamedTemporaryFile("w", suffix=".csv") as out:  # ok: insecure-temporary-file
        out.write("a,b\n")
    handle, name = tempfile.mkstemp()  # ok: insecure-temporary-file
    os.close(handle)
    return name


def fixed():
    with open("/tmp/report.csv", "w") as out:  # expect: insecure-temporary-file
        out.write("a,b\n")


def share(path):
    os.chmod(path, 0o777)  # expect: file-permissions
    os.chmod(path, 0o600)  # ok: file-permissions
