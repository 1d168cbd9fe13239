import subprocess


def call(text):
    subprocess.call(text, shell=True)  # expect: command-injection
