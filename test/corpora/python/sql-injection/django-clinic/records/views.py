import logging
import os
import subprocess
from xml.dom import minidom
from lxml import etree

import requests
from django.contrib.auth.decorators import login_required
from django.db import connection
from django.db.models import Q, F
from django.http import FileResponse, Http404, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.html import escape, format_html
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.safestring import mark_safe
from django.views import View
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST
from django.views.generic import DetailView, FormView, ListView
from rest_framework import status, viewsets
from rest_framework.decorators import action, api_view
from rest_framework.response import Response
from rest_framework.views import APIView

from .forms import SearchForm
from .models import Patient
from .serializers import PatientSerializer, QuerySerializer

logger = logging.getLogger(__name__)


def search(request):
    form = SearchForm(request.GET)
    if not form.is_valid():
        return JsonResponse(form.errors, status=400)
    cd = form.cleaned_data
    with connection.cursor() as c:
        c.execute(f"SELECT * FROM patient WHERE name = '{cd['name']}'")  # expect: sql-injection
        c.execute(f"SELECT * FROM patient LIMIT 10 OFFSET {cd['page']}")  # ok: sql-injection
        c.execute(f"SELECT * FROM patient WHERE code = '{cd['code']}'")  # ok: sql-injection
        c.execute(f"SELECT * FROM patient WHERE kind = '{cd['kind']}'")  # ok: sql-injection
        c.execute(f"SELECT * FROM patient WHERE slug = '{cd['slug']}'")  # ok: sql-injection
    return JsonResponse({"n": Patient.objects.filter(Q(name__icontains=cd["name"])).count()})  # ok: sql-injection


def wards(request):
    ids = Patient.objects.for_ward(request.GET.get("ward"))
    more = Patient.objects.for_ward_safe(request.GET.get("ward"))
    again = Patient.objects.get_queryset().named(request.GET["name"])
    fine = Patient.objects.get_queryset().named_safe(request.GET["name"])
    raw = Patient.objects.raw("SELECT * FROM patient WHERE id = " + request.GET["id"])  # expect: sql-injection
    raw2 = Patient.objects.raw("SELECT * FROM patient WHERE id = %s", [request.GET["id"]])  # ok: sql-injection
    return JsonResponse({"ids": ids, "n": [len(more), len(again), len(fine), len(list(raw)), len(list(raw2))]})


@login_required
def after_login(request):
    target = request.GET.get("next", "/")
    if url_has_allowed_host_and_scheme(target, allowed_hosts={request.get_host()}):
        return HttpResponseRedirect(target)  # ok: open-redirect
    return redirect(target)  # expect: open-redirect


def greeting(request):
    name = request.GET.get("name", "")
    return HttpResponse("<b>" + name + "</b>")  # expect: xss


def greeting_safe(request):
    name = request.GET.get("name", "")
    return HttpResponse(format_html("<b>{}</b>", name))  # ok: xss


def greeting_plain(request):
    return HttpResponse("hello " + request.GET.get("name", ""), content_type="text/plain")  # ok: xss


def card(request):
    bio = mark_safe(request.POST["bio"])  # expect: xss
    safe = mark_safe(escape(request.POST["bio"]))  # ok: xss
    return render(request, "card.html", {"bio": bio, "safe": safe})


@csrf_exempt  # expect: csrf-disabled
@require_POST
def hook(request):
    doc = etree.fromstring(request.body, etree.XMLParser(resolve_entities=True))  # expect: xxe
    ok = etree.fromstring(request.body, etree.XMLParser(resolve_entities=False, no_network=True))  # ok: xxe
    found = doc.xpath("//user[@name='%s']" % request.GET["u"])  # expect: xpath-injection
    fine = doc.xpath("//user[@name=$n]", n=request.GET["u"])  # ok: xpath-injection
    return HttpResponse(str(len(found) + len(fine) + len(ok)))


class Scan(View):
    root = "/srv/scans"

    def get(self, request, name):
        path = os.path.join(self.root, name)
        if not os.path.exists(path):
            raise Http404
        return FileResponse(open(path, "rb"))  # expect: path-traversal

    def post(self, request, *args, **kwargs):
        path = os.path.normpath(os.path.join(self.root, self.kwargs["name"]))
        if not path.startswith(self.root + os.sep):
            raise Http404
        return FileResponse(open(path, "rb"))  # ok: path-traversal


class PatientList(ListView):
    model = Patient

    def get_queryset(self):
        order = self.request.GET.get("o", "name")
        qs = Patient.objects.all().order_by(order)  # ok: sql-injection
        return qs.extra(order_by=[order]) if order else qs.extra(select={"x": self.request.GET.get("x")})  # expect: sql-injection


class SearchView(FormView):
    form_class = SearchForm

    def form_valid(self, form):
        cmd = "grep %s /var/log/clinic.log" % form.cleaned_data["name"]
        out = subprocess.check_output(cmd, shell=True)  # expect: command-injection
        num = subprocess.getoutput("head -n %d /var/log/clinic.log" % form.cleaned_data["page"])  # ok: command-injection
        return HttpResponse(out + num.encode(), content_type="text/plain")


class PatientViewSet(viewsets.ModelViewSet):
    queryset = Patient.objects.all()
    serializer_class = PatientSerializer

    @action(detail=False, methods=["get"])
    def by_ward(self, request):
        ward = request.query_params.get("ward")
        with connection.cursor() as c:
            c.execute("SELECT count(*) FROM patient WHERE ward = '" + ward + "'")  # expect: sql-injection
        return Response({"ward": ward})  # ok: xss

    def perform_create(self, serializer):
        url = self.request.data.get("callback")
        requests.post(url, json=serializer.validated_data, timeout=3)  # expect: ssrf
        serializer.save(owner=self.request.user)


class Query(APIView):
    def post(self, request, format=None):
        s = QuerySerializer(data=request.data)
        s.is_valid(raise_exception=True)
        v = s.validated_data
        with connection.cursor() as c:
            c.execute("SELECT * FROM patient WHERE ward = '%s'" % v["ward"])  # expect: sql-injection
            c.execute("SELECT * FROM patient WHERE n = %d" % v["number"])  # ok: sql-injection
            c.execute("SELECT * FROM patient WHERE st = '%s'" % v["state"])  # ok: sql-injection
        logger.info("query for " + v["ward"])  # expect: log-injection
        return Response(v)

    def put(self, request, pk):
        p = get_object_or_404(Patient, pk=pk)
        for k, val in request.data.items():
            setattr(p, k, val)  # expect: mass-assignment
        p.save()
        return Response({})


@api_view(["GET"])
def proxy(request):
    host = request.query_params["host"]
    if host not in ("a.example.org", "b.example.org"):
        return Response(status=status.HTTP_400_BAD_REQUEST)
    r = requests.get(f"https://{host}/status")  # ok: ssrf
    r2 = requests.get("https://api.example.org/v1/" + request.query_params["path"])  # ok: ssrf
    r3 = requests.get("https://" + request.query_params["sub"] + ".example.org/", verify=False)  # expect: ssrf, tls-verification-disabled
    return Response({"a": r.text, "b": r2.text, "c": r3.text})
