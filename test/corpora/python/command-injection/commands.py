import asyncio
import os
import shlex
import subprocess
import sys
from subprocess import PIPE, Popen, check_output

from flask import Flask, request
from paramiko import SSHClient

app = Flask(__name__)
TOOLS = {"disk": "df -h", "memory": "free -m"}


@app.route("/a")
def a():
    host = request.args.get("host")
    os.system("ping -c 1 " + host)  # expect: command-injection
    os.popen(f"ping -c 1 {host}").read()  # expect: command-injection
    subprocess.run("ping " + host, shell=True)  # expect: command-injection
    subprocess.run(["ping", "-c", "1", "--", host])  # ok: command-injection
    subprocess.call("ping %s" % host, shell=True)  # expect: command-injection
    subprocess.check_output(["sh", "-c", "ping " + host])  # expect: command-injection
    Popen("ping " + shlex.quote(host), shell=True, stdout=PIPE)  # ok: command-injection
    Popen("ping {}".format(host), shell=True, stdout=PIPE)  # expect: command-injection
    check_output(shlex.split("ping " + shlex.quote(host)))  # ok: command-injection
    subprocess.getoutput("ping " + host)  # expect: command-injection
    os.execl("/bin/sh", "sh", "-c", host)  # expect: command-injection
    os.spawnlp(os.P_WAIT, host, host)  # expect: command-injection
    return "ok"


@app.route("/b")
def b():
    tool = TOOLS.get(request.args["tool"])
    if tool is None:
        return "unknown", 404
    os.system(tool)  # ok: command-injection
    port = int(request.args["port"])
    os.system("nc -z localhost %d" % port)  # ok: command-injection
    name = request.args["name"]
    if name.isalnum():
        os.system("id " + name)  # ok: command-injection
    kwargs = {"shell": True}
    subprocess.run("id " + name, **kwargs)  # expect: command-injection
    ssh = SSHClient()
    ssh.exec_command("cat " + name)  # expect: command-injection
    return "ok"


@app.route("/c")
async def c():
    name = request.args["name"]
    await asyncio.create_subprocess_shell("id " + name)  # expect: command-injection
    await asyncio.create_subprocess_exec("id", "--", name)  # ok: command-injection
    return "ok"


def main():
    for line in sys.stdin:
        os.system("echo " + line)  # expect: command-injection
    subprocess.run("tar czf x.tgz " + " ".join(sys.argv[1:]), shell=True)  # expect: command-injection
    os.system("ls " + os.environ.get("TARGET_DIR", "."))  # expect: command-injection


if __name__ == "__main__":
    main()
