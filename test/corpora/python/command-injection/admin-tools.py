import argparse
import getpass
import os
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from configparser import ConfigParser
from pathlib import Path

import boto3
import click
import fabric
import paramiko

LETTERS = set("abcdefghijklmnopqrstuvwxyz0123456789-")
SERVICES = ("web", "db", "cache")
s3 = boto3.client("s3")


def sh(command, **kw):
    return subprocess.Popen(command, shell=True, stdout=subprocess.PIPE, **kw).communicate()[0]  # expect: command-injection


def quoted(*parts):
    return " ".join(map(shlex.quote, parts))


def restart(service):
    if service not in SERVICES:
        sys.exit("unknown service")
    os.system("systemctl restart " + service)  # ok: command-injection


def ping(host):
    if set(host) <= LETTERS:
        os.system("ping -c1 " + host)  # ok: command-injection
    if re.match(r"^[\w.-]+\Z", host):
        subprocess.call("ping -c1 " + host, shell=True)  # ok: command-injection
    if re.search(r"[\w.-]+", host):
        subprocess.call("ping -c1 " + host, shell=True)  # expect: command-injection


def backup(options):
    cmd = ["tar", "czf", options.output]
    cmd += [str(Path(p).resolve()) for p in options.paths]
    subprocess.check_call(cmd)  # ok: command-injection
    subprocess.getoutput(f"du -sh {options.output}")  # expect: command-injection
    subprocess.run(["sh", "-c", "du -sh " + options.output])  # expect: command-injection
    subprocess.run(["sh", "-c", 'du -sh "$1"', "sh", options.output])  # ok: command-injection
    sh("ls " + options.output)
    subprocess.run(quoted("du", "-sh", options.output), shell=True)  # ok: command-injection
    subprocess.run(shlex.join(["du", "-sh", options.output]), shell=True)  # ok: command-injection
    subprocess.run(shlex.split("du -sh " + options.output))  # ok: command-injection
    os.execlp("du", "du", "-sh", options.output)  # ok: command-injection


@click.command()
@click.argument("host")
@click.option("--count", type=int, default=1)
@click.option("--proto", type=click.Choice(["tcp", "udp"]))
def probe(host, count, proto):
    os.system(f"probe -c {count} -p {proto} localhost")  # ok: command-injection
    os.system(f"probe {host}")  # expect: command-injection


def remote(args):
    client = paramiko.SSHClient()
    client.load_system_host_keys()
    client.set_missing_host_key_policy(paramiko.RejectPolicy())  # ok: tls-verification-disabled
    client.connect(args.host, username="ops", password=getpass.getpass())  # ok: hard-coded-secret
    client.exec_command("uptime")  # ok: command-injection
    client.exec_command("tail " + args.log)  # expect: command-injection
    client.exec_command("tail " + shlex.quote(args.log))  # ok: command-injection
    with fabric.Connection(args.host) as connection:
        connection.run("tail {}".format(args.log))  # expect: command-injection


def unpack(args):
    with zipfile.ZipFile(args.archive) as archive:
        for name in archive.namelist():
            archive.extract(name, "/srv/in")  # ok: path-traversal
    with tarfile.open("/srv/trusted.tar") as archive:
        archive.extractall("/srv/in")  # expect: path-traversal
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(args.archive, folder)  # ok: path-traversal
    s3.upload_file(args.archive, "backups", Path(args.archive).name)  # ok: path-traversal


def scratch():
    name = tempfile.mktemp()  # expect: insecure-temporary-file
    fd, other = tempfile.mkstemp()  # ok: insecure-temporary-file
    os.chmod(other, 0o600)  # ok: file-permissions
    os.chmod("/srv/shared", 0o777)  # expect: file-permissions
    return name, fd


def settings():
    config = ConfigParser()
    config.read("/etc/tools.ini")
    return config


def main(argv=None):
    parser = argparse.ArgumentParser()
    sub = parser.add_subparsers(dest="what")
    b = sub.add_parser("backup")
    b.add_argument("output")
    b.add_argument("paths", nargs="+")
    b.set_defaults(func=backup)
    r = sub.add_parser("remote")
    r.add_argument("host")
    r.add_argument("log")
    r.set_defaults(func=remote)
    p = sub.add_parser("ping")
    p.add_argument("host")
    u = sub.add_parser("unpack")
    u.add_argument("archive")
    args = parser.parse_args(argv)
    if args.what == "ping":
        ping(args.host)
    if args.what == "backup":
        backup(args)
    if args.what == "remote":
        remote(args)
    if args.what == "unpack":
        unpack(args)
    restart(sys.argv[-1])
