import contextlib
import logging
import os
import shlex
import subprocess
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial, wraps
from pathlib import Path
from string import Template

from celery import shared_task
from django.core.files.storage import FileSystemStorage, default_storage
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template import Context, Engine, Template as DjTemplate
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.text import get_valid_filename, slugify
from django.views.decorators.http import require_POST

logger = logging.getLogger(__name__)
_cache = {}


class Tool:
    registry = {}
    flags = ""

    def __init_subclass__(cls, **kw):
        Tool.registry[cls.__name__] = cls

    def __init__(self, arg):
        self._arg = arg

    @property
    def arg(self):
        return self._arg

    @staticmethod
    def quote(v):
        return shlex.quote(v)

    def __str__(self):
        return "tool " + self._arg

    def __enter__(self):
        return self

    def __exit__(self, *a):
        return False

    def __call__(self):
        os.system("run " + self.arg)  # expect: command-injection


class Grep(Tool):
    def run(self):
        os.system("grep " + super().arg)  # expect: command-injection

    def run_quoted(self):
        os.system("grep " + self.quote(self.arg))  # ok: command-injection


def upper(fn):
    @wraps(fn)
    def inner(request, *args, **kwargs):
        kwargs["name"] = request.GET.get("name", "").upper()
        return fn(request, *args, **kwargs)

    return inner


@upper
def decorated(request, name=None):
    os.system("id " + name)  # expect: command-injection
    return HttpResponse()


@contextlib.contextmanager
def cd(path):
    old = os.getcwd()
    os.chdir(path)
    yield path
    os.chdir(old)


@shared_task
def convert(name, quality=80):
    os.system(f"convert {name}")  # expect: command-injection
    os.system(f"convert -q {int(quality)} x")  # ok: command-injection


@lru_cache
def build(name):
    return "ls " + name


def view(request: HttpRequest):
    name = request.GET["name"]
    Grep(name).run()
    Grep(name).run_quoted()
    Tool(name)()
    with Tool(name) as t:
        subprocess.call(str(t), shell=True)  # expect: command-injection
    convert.delay(name, quality=request.GET["q"])
    os.system(build(name))  # expect: command-injection
    os.system(Template("ls $dir").substitute(dir=name))  # expect: command-injection
    with ThreadPoolExecutor() as pool:
        pool.submit(os.system, "ls " + name)  # expect: command-injection
        pool.map(os.system, ["ls -l", "id"])  # ok: command-injection
    threading.Thread(target=os.system, args=("ls " + name,)).start()  # expect: command-injection
    threading.Thread(target=print, args=("x",)).start()  # ok: command-injection
    runner = partial(subprocess.run, shell=True)
    runner("ls " + name)  # expect: command-injection
    cmd = []
    cmd.extend(["ls", "-l"])
    cmd.append(name)
    subprocess.run(cmd)  # ok: command-injection
    subprocess.run(" ".join(cmd), shell=True)  # expect: command-injection
    subprocess.run(" ".join(shlex.quote(c) for c in cmd), shell=True)  # ok: command-injection
    subprocess.run(shlex.join(cmd), shell=True)  # ok: command-injection
    gen = (f"ls {x}" for x in [name])
    os.system(next(gen))  # expect: command-injection
    a, (b, c) = "x", (name, "y")
    os.system("ls " + c)  # ok: command-injection
    os.system("ls " + b)  # expect: command-injection
    os.system("ls " + (name if name in ("a", "b") else "c"))  # ok: command-injection
    for key, value in request.POST.items():
        os.system("ls " + value)  # expect: command-injection
    del name
    return HttpResponse()


@require_POST
def files(request):
    f = request.FILES["f"]
    FileSystemStorage().save(f.name, f)  # ok: path-traversal
    default_storage.save(get_valid_filename(f.name), f)  # ok: path-traversal
    with open("/srv/" + f.name, "wb+") as out:  # expect: path-traversal
        for chunk in f.chunks():
            out.write(chunk)
    with open("/srv/" + slugify(request.POST["n"])) as out:  # ok: path-traversal
        pass
    p = Path("/srv") / request.POST["n"]
    if Path("/srv") not in p.resolve().parents:
        return HttpResponse(status=400)
    p.unlink()  # ok: path-traversal
    with cd(request.POST["d"]) as d:
        os.listdir(d)  # expect: path-traversal
    DjTemplate(request.POST["t"]).render(Context({}))  # expect: template-injection
    Engine().from_string(request.POST["t"])  # expect: template-injection
    DjTemplate("hello {{ n }}").render(Context({"n": request.POST["n"]}))  # ok: template-injection
    nxt = request.POST.get("next", "/")
    if not url_has_allowed_host_and_scheme(nxt, allowed_hosts={request.get_host()}):
        nxt = "/"
    return HttpResponseRedirect(nxt)  # ok: open-redirect
