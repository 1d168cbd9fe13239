import json
import os

import requests
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.files.storage import default_storage
from django.db import connection
from django.http import FileResponse, Http404, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.html import escape, format_html
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.safestring import mark_safe
from django.views import View
from django.views.decorators.csrf import csrf_exempt
from django.views.generic import DetailView, ListView
from rest_framework import serializers, viewsets
from rest_framework.decorators import action, api_view
from rest_framework.response import Response

from .forms import FeedForm, ImportForm
from .models import Book


class BookSerializer(serializers.ModelSerializer):
    class Meta:
        model = Book
        fields = ["id", "title", "isbn"]


class BookViewSet(viewsets.ModelViewSet):
    queryset = Book.objects.all()
    serializer_class = BookSerializer
    lookup_value_regex = r"\d+"

    def get_queryset(self):
        title = self.request.query_params.get("title")
        if title:
            return Book.objects.titled_badly(title)
        return super().get_queryset()

    @action(detail=False, methods=["get"])
    def top(self, request):
        order = request.query_params.get("order", "title")
        if order not in [f.name for f in Book._meta.get_fields()]:
            order = "title"
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT * FROM library_book ORDER BY {order} LIMIT 10")  # ok: sql-injection
            return Response(cursor.fetchall())

    @action(detail=True, methods=["post"])
    def tag(self, request, pk=None):
        with connection.cursor() as cursor:
            cursor.execute("INSERT INTO tag VALUES (%s, '%s')" % (int(pk), request.data["tag"]))  # expect: sql-injection
        return Response(status=201)


@api_view(["GET"])
def search(request):
    found = Book.objects.search_raw(request.GET.get("q", ""))
    safe = Book.objects.titled(request.GET.get("t", "")).ranked(request.GET.get("w", 1))
    return Response([b.title for b in list(found) + list(safe)])


class BookList(ListView):
    model = Book
    template_name = "library/list.html"

    def get_queryset(self):
        qs = super().get_queryset()
        author = self.request.GET.get("author")
        if author:
            qs = qs.filter(author__icontains=author)  # ok: sql-injection
        return qs.extra(order_by=[self.request.GET.get("sort", "title")])  # expect: sql-injection


class Cover(View):
    def get(self, request, *args, **kwargs):
        name = kwargs["name"]
        path = os.path.join(settings.MEDIA_ROOT, "covers", name)
        if not os.path.exists(path):
            raise Http404(name)
        return FileResponse(open(path, "rb"))  # expect: path-traversal


class SafeCover(View):
    def get(self, request, *args, **kwargs):
        book = get_object_or_404(Book, pk=self.kwargs["pk"])
        path = os.path.join(settings.MEDIA_ROOT, "covers", os.path.basename(self.kwargs["name"]))
        messages.info(request, "Cover of " + book.title)
        return FileResponse(open(path, "rb"))  # ok: path-traversal


@login_required
def download(request):
    wanted = request.GET["file"]
    base = os.path.realpath(settings.MEDIA_ROOT)
    full = os.path.realpath(os.path.join(base, wanted))
    if os.path.commonpath([base, full]) != base:
        raise Http404
    with open(full, "rb") as handle:  # ok: path-traversal
        return HttpResponse(handle.read(), content_type="application/octet-stream")


@login_required
def stored(request):
    return FileResponse(default_storage.open("covers/" + request.GET["file"]))  # ok: path-traversal


@login_required
def import_books(request):
    form = ImportForm(request.POST)
    if form.is_valid():
        data = form.cleaned_data
        requests.get(data["source"], timeout=5)  # ok: ssrf
        with connection.cursor() as cursor:
            cursor.execute("UPDATE shelf SET n = n + %s WHERE name = '%s'" % (data["copies"], data["shelf"]))  # ok: sql-injection
            cursor.execute("UPDATE shelf SET label = '%s'" % data["label"])  # expect: sql-injection
            cursor.execute("UPDATE shelf SET kind = '%s'" % form.cleaned_data["kind"])  # ok: sql-injection
    feed = FeedForm(request.POST)
    if feed.is_valid():
        requests.get(feed.cleaned_data["feed"], timeout=5)  # expect: ssrf
    return redirect("library:index")  # ok: open-redirect


@csrf_exempt  # expect: csrf-disabled
def hook(request):
    payload = json.loads(request.body)
    return JsonResponse({"echo": payload["text"]})  # ok: xss


def go(request):
    target = request.GET.get("next", "/")
    if url_has_allowed_host_and_scheme(target, allowed_hosts={request.get_host()}):
        return HttpResponseRedirect(target)  # ok: open-redirect
    return HttpResponseRedirect("/?rejected=1")


def leave(request):
    return redirect(request.GET["to"])  # expect: open-redirect


def greet(request, name):
    style = request.GET.get("style", "")
    one = format_html("<b class='{}'>{}</b>", style, name)  # ok: xss
    two = mark_safe("<b class='%s'>%s</b>" % (escape(style), escape(name)))  # ok: xss
    three = mark_safe("<b>" + style + "</b>")  # expect: xss
    return render(request, "greet.html", {"parts": [one, two, three]})


def echo(request):
    return HttpResponse("You said: %s" % request.GET.get("m"))  # expect: xss


def echo_plain(request):
    return HttpResponse("You said: %s" % request.GET.get("m"), content_type="text/plain")  # ok: xss


def echo_number(request, year):
    return HttpResponse(f"<h1>{int(year)}</h1>")  # ok: xss
