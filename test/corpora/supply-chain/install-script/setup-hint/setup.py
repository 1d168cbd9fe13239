"""Does not call subprocess.run(x)."""
import subprocess
from setuptools import setup

# expect: install-script/setup-code
version = subprocess.check_output(["git", "describe"])
setup(name="shop", version=version)
