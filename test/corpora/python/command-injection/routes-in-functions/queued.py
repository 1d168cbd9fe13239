"""Messages of sockets, and jobs that a queue runs later."""
import subprocess

import dramatiq
from flask import Flask, request
from flask_socketio import Namespace, SocketIO
from redis import Redis
from rq import Queue

app = Flask(__name__)
socketio = SocketIO(app)
queue = Queue(connection=Redis())


@socketio.on("ping")
def ping(data):
    subprocess.run("ping " + data["host"], shell=True)  # expect: command-injection


class Tools(Namespace):
    def on_trace(self, data):
        subprocess.run("traceroute " + data["host"], shell=True)  # expect: command-injection

    def prepare(self, data):
        subprocess.run(["traceroute", "localhost"])  # ok: command-injection


def convert(name, size):
    subprocess.run("convert " + name, shell=True)  # expect: command-injection


@dramatiq.actor
def resize(name):
    subprocess.run("resize " + name, shell=True)  # expect: command-injection


@app.post("/images")
def images():
    queue.enqueue(convert, request.form["name"], 3)
    resize.send(request.form["name"])
    return "queued"
