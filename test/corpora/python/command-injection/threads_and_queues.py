import os
import threading
from concurrent.futures import ThreadPoolExecutor

from flask import Flask, request

app = Flask(__name__)
pool = ThreadPoolExecutor(2)


def work(command):
    os.system(command)  # expect: command-injection


def archive(name, level):
    os.system("gzip -%d data/fixed.txt" % level)  # ok: command-injection
    os.system("gzip data/" + name)  # expect: command-injection


@app.post("/thread")
def thread():
    threading.Thread(target=work, args=(request.form["command"],)).start()
    return "started"


@app.post("/pool")
def submit():
    pool.submit(archive, request.form["name"], int(request.form["level"]))
    return "started"


class Conversion(threading.Thread):
    def __init__(self, name):
        super().__init__()
        self.name_of_file = name
        self.quality = "high"

    def run(self):
        os.system("convert " + self.name_of_file)  # expect: command-injection
        os.system("convert -q " + self.quality)  # ok: command-injection


class Preview(threading.Thread):
    def __init__(self, name):
        super().__init__()
        self.name_of_file = name

    def start(self):
        print("not yet")

    def run(self):
        os.system("preview " + self.name_of_file)  # ok: command-injection


@app.route("/convert")
def convert():
    Conversion(request.args["file"]).start()
    Preview(request.args["file"]).start()
    return "started"
