"""A console for machines and switches: commands that other machines run."""

import shlex
import subprocess

import asyncssh
import paramiko
from fastapi import FastAPI
from netmiko import ConnectHandler
from pexpect import pxssh
from pssh.clients import ParallelSSHClient
from scrapli.driver.core import AsyncIOSXEDriver, NXOSDriver
from ssh2.session import Session
from twisted.conch.endpoints import SSHCommandClientEndpoint
from twisted.internet import reactor

app = FastAPI()
switch = {"device_type": "cisco_ios", "host": "10.0.0.2"}
VIEWS = {"routes": "show ip route", "ports": "show interfaces"}


@app.get("/machines")
async def machines(name: str, unit: str):
    async with asyncssh.connect("build.internal") as connection:
        await connection.run("systemctl status " + unit, check=True)  # expect: command-injection
        await connection.run("systemctl status " + shlex.quote(unit))  # ok: command-injection
        await connection.run("uptime")  # ok: command-injection
    client = ParallelSSHClient(["a", "b"])
    client.run_command(f"journalctl -u {unit}")  # expect: command-injection
    session = Session()
    channel = session.open_session()
    channel.execute("tail /var/log/" + name)  # expect: command-injection
    shell = pxssh.pxssh()
    shell.login("build.internal", "console")
    shell.sendline("ls " + name)  # expect: command-injection
    shell.sendline("ls")  # ok: command-injection
    SSHCommandClientEndpoint.newConnection(reactor, b"ls " + name.encode(), b"console", b"build")  # expect: command-injection
    paramiko.ProxyCommand("ssh gateway nc " + name + " 22")  # expect: command-injection
    subprocess.run(["ls"], executable=name)  # expect: command-injection
    subprocess.run(["ls", name], executable="/bin/ls")  # ok: command-injection
    channels = paramiko.Transport(("build.internal", 22)).open_session()
    channels.exec_command("ls " + name)  # expect: command-injection
    return {}


@app.get("/switches")
async def switches(port: str, view: str, number: int):
    connection = ConnectHandler(**switch)
    connection.send_command("show interface " + port)  # expect: command-injection
    connection.send_config_set(["interface " + port, "no shutdown"])  # expect: command-injection
    connection.send_command(VIEWS[view])  # ok: command-injection
    connection.send_command(f"show interface {number}")  # ok: command-injection
    async with AsyncIOSXEDriver(host="10.0.0.2") as driver:
        await driver.send_command(f"show interface {port}")  # expect: command-injection
    with NXOSDriver(host="10.0.0.3") as driver:
        driver.send_commands(["show version", f"show interface {port}"])  # expect: command-injection
        driver.send_commands(["show version", "show clock"])  # ok: command-injection
    return {}
