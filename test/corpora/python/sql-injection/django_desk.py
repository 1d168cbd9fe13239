import csv
import io
import logging
import os
import subprocess
import urllib.request

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.files.storage import FileSystemStorage, default_storage
from django.core.validators import RegexValidator
from django.db import connection, connections, models
from django.db.models import F, Q
from django.db.models.expressions import RawSQL
from django.http import FileResponse, Http404, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template import Context, Engine, Template
from django.utils.decorators import method_decorator
from django.utils.html import escape, format_html, mark_safe
from django.utils.http import url_has_allowed_host_and_scheme
from django.views import View
from django.views.decorators.csrf import csrf_exempt
from django.views.generic import FormView, ListView
from rest_framework import serializers, viewsets
from rest_framework.decorators import action, api_view
from rest_framework.response import Response

logger = logging.getLogger(__name__)


class Ticket(models.Model):
    title = models.CharField(max_length=100)
    body = models.TextField()
    owner = models.ForeignKey("auth.User", on_delete=models.CASCADE)


class TicketForm(forms.ModelForm):
    class Meta:
        model = Ticket
        fields = "__all__"


class HostForm(forms.Form):
    host = forms.CharField(validators=[RegexValidator(r"^[a-z0-9.-]+$")])
    count = forms.IntegerField(max_value=5)
    comment = forms.CharField()
    kind = forms.ChoiceField(choices=[("a", "A"), ("aaaa", "AAAA")])


class PingView(FormView):
    form_class = HostForm
    template_name = "ping.html"

    def form_valid(self, form):
        data = form.cleaned_data
        os.system(f"ping -c {data['count']} localhost")  # ok: command-injection
        os.system(f"dig -t {data['kind']} example.org")  # ok: command-injection
        os.system(f"logger {data['comment']}")  # expect: command-injection
        return super().form_valid(form)


class Tickets(ListView):
    model = Ticket

    def get_queryset(self):
        q = self.request.GET.get("q", "")
        rows = Ticket.objects.filter(Q(title__icontains=q) | Q(body__icontains=q))  # ok: sql-injection
        rows = rows.extra(where=["title LIKE '%%%s%%'" % q])  # expect: sql-injection
        rows = rows.extra(where=["title LIKE %s"], params=[q])  # ok: sql-injection
        rows = rows.annotate(score=RawSQL("similarity(title, %s)", (q,)))  # ok: sql-injection
        rows = rows.annotate(other=RawSQL("similarity(title, '" + q + "')", ()))  # expect: sql-injection
        order = self.request.GET.get("order")
        return rows.order_by(order if order in ("title", "-title") else "id")  # ok: sql-injection


@login_required
def detail(request, pk, slug):
    ticket = get_object_or_404(Ticket, pk=pk)
    with connection.cursor() as c:
        c.execute("SELECT count(*) FROM comments WHERE ticket = %s" % ticket.pk)  # ok: sql-injection
        c.execute("UPDATE ticket SET seen = 1 WHERE slug = '%s'" % slug)  # expect: sql-injection
        c.execute("UPDATE ticket SET seen = 1 WHERE slug = %s", [slug])  # ok: sql-injection
    with connections["replica"].cursor() as c:
        c.executemany(f"INSERT INTO views VALUES ('{slug}', %s)", [(1,), (2,)])  # expect: sql-injection
    logger.info("seen %s", slug.replace("\n", ""))  # ok: log-injection
    html = format_html("<a href='/t/{}'>{}</a>", slug, ticket.title)
    messages.success(request, mark_safe("<b>" + slug + "</b>"))  # expect: xss
    return render(request, "ticket.html", {"link": html})


@csrf_exempt  # expect: csrf-disabled
def hook(request):
    if request.method != "POST":
        raise Http404
    urllib.request.urlopen(request.POST["url"])  # expect: ssrf
    Template(request.POST["tpl"]).render(Context({}))  # expect: template-injection
    Engine().from_string("Hello {{ name }}").render(Context({"name": request.POST["name"]}))  # ok: template-injection
    return HttpResponse(status=204)


class Media(View):
    storage = FileSystemStorage(location="/srv/media")

    def get(self, request, name):
        if request.GET.get("raw"):
            return FileResponse(open(settings.MEDIA_ROOT + "/" + name, "rb"))  # expect: path-traversal
        return FileResponse(self.storage.open(name))  # ok: path-traversal

    @method_decorator(login_required)
    def post(self, request, name):
        upload = request.FILES["file"]
        default_storage.save(upload.name, upload)  # ok: path-traversal
        return HttpResponse("<p>%s</p>" % escape(name))  # ok: xss


def leave(request):
    to = request.GET.get("next")
    if url_has_allowed_host_and_scheme(to, allowed_hosts={request.get_host()}):
        return redirect(to)  # ok: open-redirect
    if request.GET.get("old"):
        return redirect("ticket-detail", pk=to)  # ok: open-redirect
    return HttpResponseRedirect(to)  # expect: open-redirect


def export(request):
    out = io.StringIO()
    csv.writer(out).writerow([request.GET["name"]])
    response = HttpResponse(out.getvalue(), content_type="text/csv")  # ok: xss
    response["Content-Disposition"] = "attachment; filename=tickets.csv"  # ok: header-injection
    return response


@api_view(["POST"])
def run(request):
    name = request.data["name"]
    subprocess.call("manage.sh " + name, shell=True)  # expect: command-injection
    subprocess.call(["manage.sh", name])  # ok: command-injection
    return Response({"name": name})  # ok: xss


class TicketSerializer(serializers.Serializer):
    title = serializers.CharField()
    priority = serializers.IntegerField()
    state = serializers.ChoiceField(choices=["open", "closed"])


class TicketApi(viewsets.ModelViewSet):
    queryset = Ticket.objects.all()

    @action(detail=False, methods=["get"])
    def find(self, request):
        term = request.query_params["term"]
        rows = Ticket.objects.raw("SELECT * FROM ticket WHERE title = '%s'" % term)  # expect: sql-injection
        return Response([r.title for r in rows])

    def create(self, request, *args, **kwargs):
        s = TicketSerializer(data=request.data)
        s.is_valid(raise_exception=True)
        p, state, title = s.validated_data["priority"], s.validated_data["state"], s.validated_data["title"]
        Ticket.objects.raw(f"SELECT * FROM ticket WHERE priority = {p} AND state = '{state}'")  # ok: sql-injection
        Ticket.objects.raw(f"SELECT * FROM ticket WHERE title = '{title}'")  # expect: sql-injection
        Ticket.objects.filter(pk=p).update(views=F("views") + 1)  # ok: sql-injection
        return JsonResponse({"ok": True})
