import logging
import os
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, HttpResponseRedirect, JsonResponse, FileResponse, Http404, StreamingHttpResponse
from django.shortcuts import redirect, render, get_object_or_404
from django.utils.html import escape, format_html, mark_safe
from django.utils.http import url_has_allowed_host_and_scheme
from django.views import View
from django.views.decorators.csrf import csrf_exempt
from django.views.generic import ListView, TemplateView

from .forms import FileForm
from .models import Order
from .services import ReportBuilder, CheckedReport, ReportSpec, ReportError, render_pdf, archive, export

logger = logging.getLogger(__name__)


def search(request):
    rows = Order.search(request.GET.get("q", ""))
    safe = Order.search_safely(request.GET.get("q", ""))
    return render(request, "orders.html", {"rows": rows, "safe": safe})


def report(request):
    spec = ReportSpec("orders", columns=request.GET.getlist("c"), filters={"number": request.GET["n"]})
    rows = ReportBuilder(spec).select().where().run()
    more = CheckedReport(spec).select_checked().run()
    return JsonResponse({"rows": rows, "more": more})


@login_required
def pdf(request, slug):
    render_pdf(request.GET["name"])
    archive(request.GET["name"])
    export(f"lp {request.POST['printer']}")  # expect: command-injection
    return HttpResponse("done")


class Greeting(View):
    template = "<p>Hello {}</p>"

    def get(self, request, *args, **kwargs):
        return HttpResponse(self.template.format(request.GET["name"]))  # expect: xss

    def post(self, request, *args, **kwargs):
        return HttpResponse(format_html(self.template, request.POST["name"]))  # ok: xss

    def put(self, request, pk):
        return HttpResponse("<p>%d</p>" % int(request.GET["n"]))  # ok: xss


class Widgets(TemplateView):
    template_name = "widgets.html"

    def get_context_data(self, **kwargs):
        ctx = super().get_context_data(**kwargs)
        ctx["title"] = mark_safe("<b>" + self.request.GET["t"] + "</b>")  # expect: xss
        ctx["sub"] = mark_safe("<b>" + escape(self.request.GET["t"]) + "</b>")  # ok: xss
        return ctx


class Orders(ListView):
    model = Order

    def get_queryset(self):
        sort = self.request.GET.get("sort", "number")
        extra = super().get_queryset().extra(where=["note = '" + self.request.GET["note"] + "'"])  # expect: sql-injection
        return extra.order_by(sort)  # ok: sql-injection


def after_login(request):
    nxt = request.POST.get("next") or "/"
    if url_has_allowed_host_and_scheme(nxt, allowed_hosts={request.get_host()}):
        return HttpResponseRedirect(nxt)  # ok: open-redirect
    return redirect(settings.LOGIN_REDIRECT_URL)  # ok: open-redirect


def after_logout(request):
    nxt = request.GET.get("next")
    if nxt and nxt.startswith("/"):
        return redirect(nxt)  # expect: open-redirect
    return redirect("home")  # ok: open-redirect


def download(request, name):
    path = os.path.join(settings.MEDIA_ROOT, request.GET["f"])
    try:
        return FileResponse(open(path, "rb"))  # expect: path-traversal
    except OSError as exc:
        logger.warning("missing %s", exc)
        raise Http404 from exc


def upload(request):
    form = FileForm(request.POST)
    if not form.is_valid():
        return JsonResponse(form.errors, status=400)
    data = form.cleaned_data
    with open(os.path.join(settings.MEDIA_ROOT, data["name"]), "w") as out:  # ok: path-traversal
        out.write(str(data["size"]))
    with open(os.path.join(settings.MEDIA_ROOT, data["note"]), "w") as out:  # expect: path-traversal
        out.write("x")
    os.system("process " + data["kind"])  # ok: command-injection
    return JsonResponse({})


def failing(request):
    try:
        if "x" not in request.GET:
            raise ReportError("no x", request.GET.get("y"))
    except ReportError as exc:
        return HttpResponse("<i>" + exc.detail + "</i>")  # expect: xss
    return HttpResponse("ok")


def stream(request):
    def rows():
        yield "<table>"
        for v in request.GET.getlist("v"):
            yield "<td>" + v + "</td>"
        yield "</table>"
    return StreamingHttpResponse(rows())  # expect: xss


def cookie(request):
    response = HttpResponse("ok")
    response.set_cookie("auth_token", "x", httponly=True)  # expect: insecure-cookie
    response.set_signed_cookie("auth_token", "x", secure=True, httponly=True, samesite="Strict")  # ok: insecure-cookie
    return response
