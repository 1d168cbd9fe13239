import hashlib
import json
import os
import random
import secrets
import subprocess
import xml.sax
from django.conf import settings
from django.contrib import admin
from django.core.cache import cache
from django.core.management.base import BaseCommand
from django.core.signing import loads
from django.db import connections, models
from django.db.models.expressions import RawSQL
from django.http import HttpResponse, JsonResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.template import Context, Template, engines
from django.utils.crypto import get_random_string
from django.utils.decorators import method_decorator
from django.views.decorators.csrf import csrf_exempt
from django.views.generic import RedirectView, TemplateView, View
import yaml
import requests


class Article(models.Model):
    title = models.CharField(max_length=100)

    class Meta:
        ordering = ["title"]


def annotate(request):
    col = request.GET.get("col", "id")
    qs = Article.objects.annotate(x=RawSQL("SELECT %s FROM t" % col, []))  # expect: sql-injection
    ok = Article.objects.annotate(x=RawSQL("SELECT a FROM t WHERE b = %s", [col]))  # ok: sql-injection
    with connections["replica"].cursor() as cur:
        cur.execute("SELECT 1 FROM article WHERE title = '{}'".format(request.GET["t"]))  # expect: sql-injection
        cur.callproc("find_article", [request.GET["t"]])  # ok: sql-injection
    return JsonResponse({"n": qs.count() + ok.count()})


@method_decorator(csrf_exempt, name="dispatch")  # expect: csrf-disabled
class Hook(View):
    http_method_names = ["post"]

    def post(self, request):
        payload = json.loads(request.body)
        requests.get(payload["callback"], timeout=2)  # expect: ssrf
        subprocess.run(["git", "fetch", payload["remote"]], check=False)  # expect: argument-injection
        os.system(f"git fetch {payload['remote']}")  # expect: command-injection
        yaml.load(payload["y"], Loader=yaml.SafeLoader)  # ok: unsafe-deserialization
        yaml.unsafe_load(payload["y"])  # expect: unsafe-deserialization
        return HttpResponse(status=204)


class Go(RedirectView):
    def get_redirect_url(self, *args, **kwargs):
        return self.request.GET["to"]  # expect: open-redirect


def preview(request):
    t = Template(request.POST["source"])  # expect: template-injection
    u = Template("Hello {{ name }}").render(Context({"name": request.POST["name"]}))  # ok: template-injection
    return HttpResponse(t.render(Context({})) + u)


def signup(request):
    code = get_random_string(12)  # ok: weak-random
    token = hashlib.sha1(str(random.getrandbits(64)).encode()).hexdigest()  # expect: weak-random, weak-hash
    otp = random.randint(100000, 999999)  # expect: weak-random
    good = secrets.randbelow(10**6)  # ok: weak-random
    cache.set(code, (token, otp, good))
    resp = redirect("/welcome")
    resp.set_cookie("sessionid", token, httponly=False, secure=False)  # expect: insecure-cookie
    resp.set_cookie("sessionid2", token, httponly=True, secure=True)  # ok: insecure-cookie
    return resp


def feed(request):
    handler = xml.sax.ContentHandler()
    parser = xml.sax.make_parser()
    parser.setFeature(xml.sax.handler.feature_external_ges, True)  # expect: xxe
    parser.setContentHandler(handler)
    parser.parse(request)
    return HttpResponse("ok")


def states(request, pk):
    if request.method == "POST" and request.POST.get("state") in ("open", "closed"):
        state = request.POST["state"]
        with connections["default"].cursor() as cur:
            cur.execute("UPDATE article SET state = '%s' WHERE id = %d" % (state, int(pk)))  # ok: sql-injection
    order = "-title" if request.GET.get("desc") else "title"
    with connections["default"].cursor() as cur:
        cur.execute("SELECT * FROM article ORDER BY " + order.lstrip("-"))  # ok: sql-injection
    return render(request, "states.html", {"q": request.GET.get("q")})  # ok: xss


class Command(BaseCommand):
    def add_arguments(self, parser):
        parser.add_argument("name")
        parser.add_argument("--count", type=int, default=1)

    def handle(self, *args, **options):
        os.system("echo %d" % options["count"])  # ok: command-injection
