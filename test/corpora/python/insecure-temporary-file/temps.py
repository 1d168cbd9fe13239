import os
import tempfile

name = tempfile.mktemp()  # expect: insecure-temporary-file
fd, path = tempfile.mkstemp()  # ok: insecure-temporary-file
with tempfile.NamedTemporaryFile() as f:  # ok: insecure-temporary-file
    f.write(b"x")
with open("/tmp/app-state.json", "w") as out:  # expect: insecure-temporary-file
    out.write("{}")
with open(os.path.join(tempfile.mkdtemp(), "x"), "w") as out:  # ok: insecure-temporary-file
    out.write("x")
