from django import forms
from django.contrib.auth.decorators import login_required
from django.core.exceptions import SuspiciousOperation
from django.http import HttpResponse, HttpResponseRedirect, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_GET
from django.views.generic import DetailView, FormView
from rest_framework import filters, generics, permissions, serializers, status
from rest_framework.response import Response
from rest_framework.views import APIView
import requests

from .permissions import digits_only, json_body
from .services import Filters, Reports


class ReportForm(forms.Form):
    name = forms.CharField(max_length=30)
    number = forms.IntegerField()
    kind = forms.ChoiceField(choices=[("pdf", "PDF"), ("xlsx", "Excel")])
    code = forms.RegexField(regex=r"^[a-z]{3}\Z")


@login_required
@json_body("fields")
def export(request):
    f = Filters(fields=request.payload["fields"], city=request.payload.get("city", ""))
    r = Reports(f)
    return HttpResponse(str(r.rows()) + str(r.all_rows()), content_type="text/plain")  # ok: xss


@require_GET
@digits_only("n")
def by_number(request):
    r = Reports(Filters(limit=request.GET["n"]))
    r.write_named(int(request.GET["n"]))
    r.archive("n" + request.GET["n"])
    return HttpResponse("<p>" + request.GET["n"] + "</p>")  # ok: xss


@require_GET
def by_label(request):
    r = Reports(Filters())
    r.archive(request.GET["label"])
    r.write(request.GET["name"])
    r.convert("x", request.GET["fmt"])
    return HttpResponse("<p>%s</p>" % request.GET["label"])  # expect: xss


class ReportView(FormView):
    form_class = ReportForm
    template_name = "report.html"

    def form_valid(self, form):
        r = Reports(Filters())
        r.write(form.cleaned_data["name"])
        r.archive(str(form.cleaned_data["number"]))
        r.archive(form.cleaned_data["kind"])
        r.archive(form.cleaned_data["code"])
        return super().form_valid(form)

    def get_success_url(self):
        return self.request.POST.get("next") or reverse("home")  # expect: open-redirect


class Proxy(APIView):
    permission_classes = [permissions.AllowAny]
    hosts = {"a": "https://a.example.org", "b": "https://b.example.org"}

    def get(self, request, key):
        base = self.hosts.get(key)
        if not base:
            return Response(status=status.HTTP_404_NOT_FOUND)
        good = requests.get(base + "/status", params=request.query_params, timeout=3)  # ok: ssrf
        bad = requests.get("https://" + request.query_params["host"] + "/status", timeout=3)  # expect: ssrf
        path = requests.get(f"{base}/{request.query_params['path']}", timeout=3)  # ok: ssrf
        return Response([good.json(), bad.json(), path.json()])


class Names(generics.ListAPIView):
    filter_backends = [filters.OrderingFilter]
    ordering_fields = ["name"]

    def list(self, request, *args, **kwargs):
        label = SafeString("<b>" + request.query_params.get("l", "") + "</b>")  # expect: xss
        return Response({"l": label})


def note(request):
    form = ReportForm(request.POST)
    if not form.is_valid():
        raise SuspiciousOperation("no")
    text = form.cleaned_data["name"]
    return render(request, "note.html", {"n": mark_safe(f"<i>{form.cleaned_data['number']}</i>"), "t": text})  # ok: xss


def back(request):
    ref = request.META.get("HTTP_REFERER", "/")
    where = {"home": "/", "list": "/list"}.get(request.GET.get("w"), ref)
    return redirect(where)


def leave(request):
    return HttpResponseRedirect("https://example.org/?u=" + request.GET["u"])  # ok: open-redirect
