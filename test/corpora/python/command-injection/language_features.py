"""One flow for each feature of the language that data can take."""
import functools, os, json, subprocess, sqlite3, dataclasses, contextlib, asyncio
from dataclasses import dataclass, field
from flask import Flask, request, g
app = Flask(__name__)

def logged(fn):
    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        return fn(*args, **kwargs)
    return wrapper

@logged
def run_it(cmd):
    os.system(cmd)  # expect: command-injection

@app.route("/1")
def v1():
    run_it(request.args["c"])

@dataclass
class Job:
    name: str
    command: str = "ls"
    tags: list = field(default_factory=list)
    def execute(self):
        os.system(self.command)  # expect: command-injection

@app.route("/2")
def v2():
    Job("x", command=request.args["c"]).execute()
    job = Job(name="y", command="ls")
    os.system(job.command)  # ok: command-injection
    os.system(Job("z", request.args["c"]).command)  # expect: command-injection

class Base:
    def __init__(self, cmd):
        self.cmd = cmd
    @property
    def full(self):
        return "sh " + self.cmd
class Child(Base):
    def __init__(self, cmd, extra):
        super().__init__(cmd)
        self.extra = extra

@app.route("/3")
def v3():
    c = Child(request.args["c"], "e")
    os.system(c.full)  # expect: command-injection
    os.system(c.extra)  # ok: command-injection

def gen(items):
    for i in items:
        yield "echo " + i

@app.route("/4")
def v4():
    for line in gen(request.args.getlist("x")):
        os.system(line)  # expect: command-injection

HANDLERS = {}
def register(name):
    def deco(fn):
        HANDLERS[name] = fn
        return fn
    return deco

@register("a")
def handle_a(x):
    os.system(x)  # expect: command-injection

@app.route("/5")
def v5():
    HANDLERS["a"](request.args["c"])

@app.route("/6")
def v6():
    apply = lambda f, v: f(v)  # expect: command-injection
    apply(os.system, request.args["c"])

@contextlib.contextmanager
def opened(name):
    conn = sqlite3.connect(name)
    try:
        yield conn
    finally:
        conn.close()

@app.route("/7")
def v7():
    with opened("a.db") as conn:
        cur = conn.cursor()
        cur.execute("select * from t where a=" + request.args["a"])  # expect: sql-injection
    def inner(q, *rest, **opts):
        sqlite3.connect("x").execute(q % rest)  # expect: sql-injection
    inner("delete from t where a = %s", request.args["b"])

async def fetch_param():
    return request.args["c"]

@app.route("/8")
async def v8():
    c = await fetch_param()
    os.system(c)  # expect: command-injection
    a, b = await asyncio.gather(fetch_param(), fetch_param())
    os.system(a)  # expect: command-injection

def forward(**kw):
    return subprocess.run(**kw)  # expect: command-injection

@app.route("/9")
def v9():
    forward(args=request.args["c"], shell=True)
    data = json.loads(request.data)
    os.system("x " + data["a"]["b"][0])  # expect: command-injection
    first, *others = data["list"]
    os.system(others[0])  # expect: command-injection
    cmd = {"k": request.args["c"], "z": "ls"}
    os.system(cmd.get("z", "x"))  # ok: command-injection
    os.system(cmd.get("k"))  # expect: command-injection
    parts = ["ping", "-c", "1"]
    parts += [request.args["h"]]
    os.system(" ".join(parts))  # expect: command-injection
    s = "{host}:{port}".format(host=request.args["h"], port=1)
    os.system(s)  # expect: command-injection
    t = f"{request.args['h']!s:>10}"
    os.system(t)  # expect: command-injection
    u = "%(h)s" % dict(h=request.args["h"])
    os.system(u)  # expect: command-injection
    if (v := request.args.get("v")):
        os.system(v)  # expect: command-injection
    os.system(str(v or "ls"))  # expect: command-injection
    try:
        w = request.args["w"]
    except KeyError:
        w = "ls"
    finally:
        pass
    os.system(w)  # expect: command-injection
    x = [p.strip() for p in request.args["p"].split(",") if p]
    os.system(x[0])  # expect: command-injection
    y = sorted(set(x), key=len)
    os.system(y[-1])  # expect: command-injection
    z = next(iter(y), None)
    os.system(z)  # expect: command-injection
    for i, e in enumerate(y):
        os.system(e)  # expect: command-injection
    for k, e in zip("ab", y):
        os.system(e)  # expect: command-injection
    d = dict(zip(["a"], y))
    os.system(d["a"])  # expect: command-injection
    m = {k: v2 for k, v2 in request.form.items()}
    os.system(m["a"])  # expect: command-injection
    os.environ["PATH"] = "x"
    q = request.args["q"]
    q2 = q.encode().decode().replace("a", "b").lower()[1:5]
    os.system(q2)  # expect: command-injection
    print(os.popen("ls " + getattr(request, "args")["x"]))  # expect: command-injection
