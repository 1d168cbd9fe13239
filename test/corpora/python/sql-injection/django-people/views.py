import os
import subprocess
import pickle
import logging
from django.db import connection, models
from django.db.models import F, Q
from django.db.models.expressions import RawSQL
from django.http import HttpResponse, HttpResponseRedirect, JsonResponse, FileResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.html import format_html, escape, mark_safe
from django.utils.http import url_has_allowed_host_and_scheme
from django.views import View
from django.views.decorators.csrf import csrf_exempt
from django.views.generic import ListView
from rest_framework.decorators import api_view
from rest_framework.response import Response
from rest_framework.views import APIView
from rest_framework.viewsets import ModelViewSet
from .models import Article, Person
from .services import export_report, find_people

log = logging.getLogger(__name__)


def detail(request, slug):
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM article WHERE slug = %s", [slug])  # ok: sql-injection
        cursor.execute("SELECT * FROM article WHERE slug = '%s'" % slug)  # expect: sql-injection
        rows = cursor.fetchall()
    return JsonResponse({"rows": rows})


def people(request):
    name = request.GET.get("name", "")
    a = Person.objects.raw("SELECT * FROM person WHERE name = %s", [name])  # ok: sql-injection
    b = Person.objects.raw(f"SELECT * FROM person WHERE name = '{name}'")  # expect: sql-injection
    c = Person.objects.extra(where=["name = '" + name + "'"])  # expect: sql-injection
    d = Person.objects.annotate(val=RawSQL("select col from t where x = '%s'" % name, []))  # expect: sql-injection
    e = Person.objects.filter(Q(name=name) | Q(age__gt=F("limit")))  # ok: sql-injection
    f = find_people(name, order=request.GET.get("order"))
    return render(request, "people.html", {"a": a, "b": b, "c": c, "d": d, "e": e, "f": f})  # ok: xss


class Export(View):
    def get(self, request, *args, **kwargs):
        return FileResponse(open(os.path.join("/srv/exports", request.GET["file"]), "rb"))  # expect: path-traversal

    def post(self, request):
        export_report(request.POST["title"], request.FILES["data"])
        return HttpResponse("done " + escape(request.POST["title"]))  # ok: xss


class SearchApi(APIView):
    def get(self, request):
        term = request.query_params.get("q")
        log.info("search for %s", term)  # expect: log-injection
        return Response({"term": term})  # ok: xss

    def post(self, request):
        cmd = request.data.get("cmd")
        out = subprocess.check_output(f"grep -r {cmd} /var/log", shell=True)  # expect: command-injection
        out2 = subprocess.check_output(["grep", "-r", cmd, "/var/log"])  # ok: command-injection
        return Response({"out": out, "out2": out2})


class PersonViewSet(ModelViewSet):
    def get_queryset(self):
        order = self.request.query_params.get("ordering", "id")
        return Person.objects.raw("SELECT * FROM person ORDER BY " + order)  # expect: sql-injection

    def retrieve(self, request, pk=None):
        return Response(Person.objects.extra(where=["id=%s"], params=[pk]))  # ok: sql-injection


def hello(request):
    name = request.GET["name"]
    if request.GET.get("v") == "1":
        return HttpResponse("<h1>Hello " + name + "</h1>")  # expect: xss
    if request.GET.get("v") == "2":
        return HttpResponse(format_html("<h1>Hello {}</h1>", name))  # ok: xss
    if request.GET.get("v") == "3":
        return HttpResponse("<h1>" + name + "</h1>", content_type="text/plain")  # ok: xss
    return render(request, "x.html", {"name": mark_safe(name)})  # expect: xss


def leave(request):
    target = request.GET.get("next", "/")
    if url_has_allowed_host_and_scheme(target, allowed_hosts={request.get_host()}):
        return redirect(target)  # ok: open-redirect
    return HttpResponseRedirect(request.GET["fallback"])  # expect: open-redirect


@csrf_exempt  # expect: csrf-disabled
def restore(request):
    state = pickle.loads(request.body)  # expect: unsafe-deserialization
    resp = HttpResponse("ok")
    resp.set_cookie("session", state.id)  # expect: insecure-cookie
    resp.set_cookie("lang", "en", secure=True, httponly=True, samesite="Lax")  # ok: insecure-cookie
    resp["X-Name"] = request.GET.get("n")  # ok: header-injection
    return resp


@api_view(["GET"])
def fetch(request):
    import requests
    r = requests.get(request.GET["url"], timeout=3)  # expect: ssrf
    r2 = requests.get("https://api.example.com/items", params={"q": request.GET["q"]}, verify=False)  # expect: tls-verification-disabled
    return Response(r.json() | r2.json())
