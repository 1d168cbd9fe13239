import subprocess

from flask import Flask, request
from flask_sqlalchemy import SQLAlchemy
from redis import Redis
from sqlalchemy import select

app = Flask(__name__)
db = SQLAlchemy(app)
cache = Redis()


class Job(db.Model):
    id = db.Column(db.Integer, primary_key=True)
    command = db.Column(db.String(200))
    label = db.Column(db.String(200))


def make_job(command):
    job = Job(command=command)
    db.session.add(job)


@app.post("/jobs")
def add_job():
    make_job(request.form["command"])
    cache.set("last-job", request.form["command"])
    cache.set("version", "1")
    return "added"


def run_jobs():
    for job in Job.query.filter_by(done=False).all():
        subprocess.run(job.command, shell=True)  # expect: command-injection
        subprocess.run(job.label, shell=True)  # ok: command-injection


def run_first():
    job = db.session.query(Job).first()
    subprocess.run(job.command, shell=True)  # expect: command-injection


def run_selected():
    for job in db.session.execute(select(Job)).scalars():
        subprocess.run(job.command, shell=True)  # expect: command-injection


def run_last():
    subprocess.run(cache.get("last-job"), shell=True)  # expect: command-injection
    subprocess.run(cache.get("version"), shell=True)  # ok: command-injection
