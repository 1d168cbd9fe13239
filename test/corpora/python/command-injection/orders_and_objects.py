# Lists whose elements change places, objects made by class methods, setters, objects that keep the request.
import os
import random
import subprocess

from flask import Flask, request

app = Flask(__name__)


@app.route("/orders")
def orders():
    reversed_ = ["ls", request.args["folder"]]
    reversed_.reverse()
    os.system(reversed_[0])  # expect: command-injection
    shuffled = ["ls", request.args["folder"]]
    random.shuffle(shuffled)
    os.system(shuffled[0])  # expect: command-injection
    os.system(sorted(["ls", request.args["folder"]])[0])  # expect: command-injection
    constant = ["pwd", "ls"]
    constant.sort()
    os.system(constant[0])  # ok: command-injection
    kept = ["ls", request.args["folder"]]
    os.system(kept[0])  # ok: command-injection
    return ""


class Branch:
    @classmethod
    def named(cls, name):
        made = cls()
        made.name = name
        return made

    @property
    def name(self):
        return self._name

    @name.setter
    def name(self, value):
        self._name = value

    @property
    def remote(self):
        return self._remote

    @remote.setter
    def remote(self, value):
        subprocess.run(f"git fetch {value}", shell=True)  # expect: command-injection
        self._remote = "origin"

    def checkout(self):
        os.system("git checkout " + self._name)  # expect: command-injection

    def fetch(self):
        os.system("git fetch " + self._remote)  # ok: command-injection


class Job:
    def __init__(self, incoming):
        self.incoming = incoming

    def run(self):
        os.system("git log " + self.incoming.args["branch"])  # expect: command-injection

    def count(self):
        os.system("git log -n %d" % int(self.incoming.args["count"]))  # ok: command-injection


@app.route("/branch")
def branch():
    made = Branch.named(request.args["branch"])
    made.checkout()
    made.remote = request.args["remote"]
    made.fetch()
    job = Job(request)
    job.run()
    job.count()
    return ""
