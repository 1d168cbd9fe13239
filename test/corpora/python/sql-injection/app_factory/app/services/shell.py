import subprocess

def run(*parts, shell=True):
    command = " ".join(parts)
    return subprocess.run(command, shell=shell, capture_output=True)  # expect: command-injection
