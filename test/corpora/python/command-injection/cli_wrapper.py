import os
import subprocess
import sys

import click


@click.command()
@click.argument("branch")
def checkout(branch):
    subprocess.call("git checkout " + branch, shell=True)  # expect: command-injection
    subprocess.call(["git", "checkout", branch])  # ok: command-injection


def from_environment():
    editor = os.environ.get("APP_EDITOR", "vi")
    os.system(editor + " notes.txt")  # expect: command-injection


def constant():
    command = "uptime"
    if len(sys.argv) > 1:
        command = "uname -a"
    os.system(command)  # ok: command-injection
