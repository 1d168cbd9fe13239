"""Data in a field of an object whose making is not seen stays in that field."""
import os

from flask import Flask, request
from printing_kit import open_job

app = Flask(__name__)


def ticket(printer):
    job = open_job(printer)
    job.title = request.args["title"].strip()
    job.copies = "1"
    return job


def labelled():
    job = open_job("lobby")
    job.options.cover.text = request.args["text"]
    job["queue"] = request.args["queue"]
    return job


def print_cover(job):
    os.system("banner " + job.owner)  # expect: command-injection
    os.system("banner " + job.printer)  # ok: command-injection


@app.post("/print")
def send():
    job = ticket("lobby")
    os.system("lp -t " + job.title)  # expect: command-injection
    os.system("lp -n " + job.copies)  # ok: command-injection
    os.system("lp -d " + job.printer)  # ok: command-injection
    other = labelled()
    os.system("banner " + other.options.cover.text)  # expect: command-injection
    os.system("banner " + other.options.back.text)  # ok: command-injection
    os.system("lp -d " + other["queue"])  # expect: command-injection
    os.system("lp -d " + other["tray"])  # ok: command-injection
    return "sent"


@app.post("/cover")
def cover():
    job = open_job("lobby")
    job.owner = request.args["owner"]
    print_cover(job)
    return "sent"
