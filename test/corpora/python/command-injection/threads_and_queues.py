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
