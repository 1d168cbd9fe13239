import contextlib
import queue
import re
import sqlite3
import subprocess
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress

from flask import Flask, abort, current_app, g, jsonify, request

app = Flask(__name__)
jobs: "queue.Queue[tuple[str, str]]" = queue.Queue(maxsize=100)
counts = queue.Queue()
pool = ThreadPoolExecutor(4)
NAME = re.compile(r"[a-z0-9_-]{1,32}")


def connect():
    if "db" not in g:
        g.db = sqlite3.connect("jobs.db")
        g.db.row_factory = sqlite3.Row
    return g.db


@app.post("/jobs")
def submit():
    jobs.put((request.form["repo"], request.form["branch"]))
    counts.put(int(request.form["n"]))
    return jsonify(queued=jobs.qsize())


def work():
    while True:
        repo, branch = jobs.get()
        subprocess.run(f"git clone {repo}", shell=True)  # expect: command-injection
        n = counts.get()
        subprocess.run(f"git log -n {n}", shell=True)  # ok: command-injection
        jobs.task_done()


threading.Thread(target=work, daemon=True).start()


class Transaction:
    def __init__(self, statement):
        self.statement = statement
        self.conn = sqlite3.connect("jobs.db")

    def __enter__(self):
        return self.conn.cursor()

    def __exit__(self, kind, value, trace):
        self.conn.execute(self.statement)  # expect: sql-injection
        self.conn.close()
        return False


@app.get("/audit")
def audit():
    with Transaction("INSERT INTO audit VALUES ('" + request.args["who"] + "')") as cursor:
        cursor.execute("SELECT * FROM audit WHERE who = ?", (request.args["who"],))  # ok: sql-injection
        return jsonify([dict(r) for r in cursor])


@contextlib.contextmanager
def cursor_for(table):
    with closing(sqlite3.connect("jobs.db")) as conn:
        yield conn.execute(f"SELECT * FROM {table}")  # expect: sql-injection


@app.get("/dump")
def dump():
    with cursor_for(request.args["table"]) as rows:
        return jsonify(list(rows))


@app.get("/one")
def one():
    table = request.args.get("table", "")
    if not NAME.fullmatch(table):
        abort(400)
    rows = connect().execute(f"SELECT * FROM {table}").fetchall()  # ok: sql-injection
    return jsonify([dict(r) for r in rows])


@app.get("/many")
def many():
    ids = request.args.getlist("id")
    marks = ",".join("?" * len(ids))
    rows = connect().execute(f"SELECT * FROM jobs WHERE id IN ({marks})", ids).fetchall()  # ok: sql-injection
    bad = connect().execute("SELECT * FROM jobs WHERE id IN (%s)" % ",".join(ids)).fetchall()  # expect: sql-injection
    good = connect().execute("SELECT * FROM jobs WHERE id IN (%s)" % ",".join(str(int(i)) for i in ids))  # ok: sql-injection
    return jsonify(len(rows) + len(bad) + len(list(good)))


@app.get("/later")
def later():
    future = pool.submit(subprocess.check_output, ["ping", "-c", "1", request.args["host"]])  # ok: command-injection
    other = pool.submit(subprocess.getoutput, "ping -c 1 " + request.args["host"])  # expect: command-injection
    return future.result() + other.result().encode()


@app.get("/maybe")
def maybe():
    day = "today"
    with suppress(ValueError):
        day = str(int(request.args["day"]))
    connect().execute("DELETE FROM jobs WHERE day = '" + day + "'")  # ok: sql-injection
    current_app.logger.info("deleted for %s", day)
    return "", 204
