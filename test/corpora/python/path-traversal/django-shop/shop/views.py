import os
import subprocess
from xml.etree import ElementTree

import defusedxml.ElementTree as SafeTree
from django.core.files.storage import default_storage
from django.core.validators import RegexValidator
from django.db import connection, transaction
from django.http import FileResponse, Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.utils.html import escape, format_html, mark_safe, strip_tags
from django.utils.http import url_has_allowed_host_and_scheme
from django.views import View
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.generic import ListView
from lxml import etree
from rest_framework import viewsets
from rest_framework.decorators import action, api_view
from rest_framework.response import Response
from rest_framework.views import APIView

from .models import Product, Review
from .serializers import ProductSerializer, ReportSerializer

check_code = RegexValidator(r"^[A-Z]{3}\d{4}\Z")


class ProductViewSet(viewsets.ModelViewSet):
    queryset = Product.objects.all()
    serializer_class = ProductSerializer

    def get_queryset(self):
        qs = super().get_queryset()
        tag = self.request.query_params.get("tag")
        if tag:
            qs = Product.objects.tagged(tag)
        tag2 = self.request.query_params.get("tag2")
        if tag2:
            qs = Product.objects.tagged_ok(tag2)
        return qs

    @action(detail=True, methods=["post"])
    def label(self, request, pk=None):
        text = request.data["text"]
        subprocess.run("label-print --id %s '%s'" % (int(pk), text), shell=True)  # expect: command-injection
        return Response({"ok": True})


class ReportView(APIView):
    def post(self, request):
        ser = ReportSerializer(data=request.data)
        ser.is_valid(raise_exception=True)
        data = ser.validated_data
        with connection.cursor() as cur:
            cur.execute("SELECT * FROM report_%s WHERE year = %d" % (data["kind"], data["year"]))  # ok: sql-injection
            cur.execute("SELECT * FROM report WHERE slug = '%s'" % data["slug"])  # ok: sql-injection
            cur.execute("SELECT * FROM report WHERE title = '%s'" % data["title"])  # expect: sql-injection
            return Response(cur.fetchall())


@api_view(["GET"])
def by_sku(request, sku):
    a = Product.by_sku(sku)
    b = Product.by_sku_ok(sku)
    return Response([p.name for p in [*a, *b]])


@csrf_exempt  # expect: csrf-disabled
def webhook(request):
    doc = etree.fromstring(request.body, parser=etree.XMLParser(resolve_entities=True, no_network=False))  # expect: xxe
    doc2 = SafeTree.fromstring(request.body)  # ok: xxe
    doc3 = etree.fromstring(request.body, parser=etree.XMLParser(resolve_entities=False))  # ok: xxe
    name = doc.xpath("//item[@id='" + request.GET["id"] + "']")  # expect: xpath-injection
    name2 = doc3.xpath("//item[@id=$id]", id=request.GET["id"])  # ok: xpath-injection
    return HttpResponse(str(len(name) + len(name2) + len(doc2)))


@csrf_protect
def greet(request):
    who = request.GET.get("who", "")
    if request.GET.get("fmt") == "html":
        return HttpResponse(format_html("<p>{}</p>", who))  # ok: xss
    if request.GET.get("fmt") == "plain":
        return HttpResponse("hi " + who, content_type="text/plain")  # ok: xss
    if request.GET.get("fmt") == "strip":
        return HttpResponse("<p>" + escape(who) + "</p>")  # ok: xss
    return HttpResponse(f"<p>{who}</p>")  # expect: xss


def invoice(request, number):
    code = request.GET["code"]
    check_code(code)
    path = os.path.join("/srv/invoices", code + ".pdf")
    if not os.path.exists(path):  # ok: path-traversal
        raise Http404
    return FileResponse(open(path, "rb"))  # ok: path-traversal


def attachment(request):
    name = request.GET["name"]
    if ".." in name or name.startswith("/"):
        raise Http404
    return FileResponse(open(os.path.join("/srv/files", name), "rb"))  # ok: path-traversal


def attachment2(request):
    return FileResponse(open("/srv/files/" + request.GET["name"], "rb"))  # expect: path-traversal


def stored(request):
    with default_storage.open(request.GET["name"]) as f:  # ok: path-traversal
        return HttpResponse(f.read(), content_type="application/octet-stream")


def login_done(request):
    nxt = request.POST.get("next", "")
    if url_has_allowed_host_and_scheme(nxt, allowed_hosts={request.get_host()}, require_https=True):
        return HttpResponseRedirect(nxt)  # ok: open-redirect
    return HttpResponseRedirect(request.META.get("HTTP_X_NEXT") or "/")  # expect: open-redirect


class ReviewList(ListView):
    model = Review
    template_name = "reviews.html"

    def get_queryset(self):
        order = self.request.GET.get("order", "id")
        return Review.objects.order_by(order)  # ok: sql-injection

    def get_context_data(self, **kwargs):
        ctx = super().get_context_data(**kwargs)
        ctx["title"] = mark_safe("<em>" + self.request.GET.get("t", "") + "</em>")  # expect: xss
        ctx["sub"] = mark_safe("<em>static</em>")  # ok: xss
        return ctx


class Stock(View):
    columns = {"n": "name", "p": "price"}

    @transaction.atomic
    def get(self, request, *args, **kwargs):
        col = self.columns[request.GET["col"]]
        with connection.cursor() as c:
            c.execute(f"SELECT {col} FROM shop_product")  # ok: sql-injection
            c.execute("SELECT name FROM shop_product WHERE shelf = '" + kwargs["shelf"] + "'")  # expect: sql-injection
        return render(request, "stock.html", {"col": col})
