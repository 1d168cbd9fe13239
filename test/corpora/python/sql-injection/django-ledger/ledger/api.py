"""DRF endpoints of the ledger."""
import csv
import io
import logging
import operator
import re
from functools import reduce
from pathlib import PurePosixPath
from xml.etree import ElementTree

import requests
from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.core.mail import EmailMessage
from django.core.signing import BadSignature, Signer, loads
from django.db import connection, connections, transaction
from django.db.models import Q
from django.http import HttpResponse, StreamingHttpResponse
from django.template import Context, Engine, Template
from django.utils.crypto import get_random_string
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.generic import RedirectView, TemplateView
from rest_framework import generics, permissions, status
from rest_framework.exceptions import ValidationError
from rest_framework.generics import ListAPIView, get_object_or_404
from rest_framework.response import Response
from rest_framework.views import APIView

from .models import Account, Entry
from .serializers import EntrySerializer, ReportSerializer

log = logging.getLogger(__name__)
PERIODS = {"month": "date_trunc('month', booked_at)", "year": "date_trunc('year', booked_at)"}
CURRENCY = re.compile(r"^[A-Z]{3}$")


def dictfetchall(cursor):
    columns = [col[0] for col in cursor.description]
    return [dict(zip(columns, row)) for row in cursor.fetchall()]


def run_query(sql, params=None, using="default"):
    with connections[using].cursor() as cursor:
        cursor.execute(sql, params or [])
        return dictfetchall(cursor)


class EntryList(ListAPIView):
    serializer_class = EntrySerializer
    permission_classes = [permissions.IsAuthenticated]
    ordering_fields = ("booked_at", "amount")

    def get_queryset(self):
        terms = self.request.query_params.get("q", "").split()
        query = reduce(operator.and_, (Q(memo__icontains=term) for term in terms), Q())
        return Entry.objects.filter(query)  # ok: sql-injection


class Totals(APIView):
    def get(self, request, account_id):
        period = PERIODS.get(request.query_params.get("period"), PERIODS["month"])
        rows = run_query(f"SELECT {period} AS p, sum(amount) FROM entry WHERE account_id = %s GROUP BY p", [account_id])  # ok: sql-injection
        return Response(rows)

    def post(self, request, account_id):
        serializer = ReportSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        data = serializer.validated_data
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT sum(amount) FROM entry WHERE year = {data['year']}")  # ok: sql-injection
            cursor.execute(f"SELECT sum(amount) FROM entry WHERE kind = '{data['kind']}'")  # ok: sql-injection
            cursor.execute(f"SELECT sum(amount) FROM entry WHERE memo = '{data['memo']}'")  # expect: sql-injection
            cursor.execute(f"SELECT sum(amount) FROM entry WHERE currency = '{data['currency']}'")  # ok: sql-injection
        return Response(status=status.HTTP_204_NO_CONTENT)


class Search(APIView):
    permission_classes = []

    def get(self, request):
        memo = request.GET.get("memo")
        currency = request.GET.get("currency", "EUR")
        sort = request.GET.get("sort", "-booked_at")
        if not CURRENCY.match(currency):
            raise ValidationError({"currency": _("unknown")})
        direction = "DESC" if sort.startswith("-") else "ASC"
        column = sort.lstrip("-")
        rows = run_query("SELECT * FROM entry WHERE currency = '%s'" % currency)  # ok: sql-injection
        rows += run_query("SELECT * FROM entry ORDER BY booked_at " + direction)  # ok: sql-injection
        with connection.cursor() as cursor:
            cursor.execute("SELECT * FROM entry WHERE memo LIKE %s", ["%" + memo + "%"])  # ok: sql-injection
            cursor.execute("SELECT * FROM entry ORDER BY " + column)  # expect: sql-injection
        return Response(rows)


class Statement(APIView):
    def get(self, request, number):
        with connection.cursor() as cursor:
            cursor.callproc("statement", [number])  # ok: sql-injection
            cursor.execute("CALL statement_of('{0}')".format(number))  # expect: sql-injection
        return HttpResponse(cursor.fetchone()[0], content_type="application/pdf")


@method_decorator(csrf_exempt, name="dispatch")  # expect: csrf-disabled
class Callback(APIView):
    authentication_classes = []

    def post(self, request):
        tree = ElementTree.fromstring(request.body)  # ok: xxe
        log.info("callback %s", tree.tag.replace("\n", " "))  # ok: log-injection
        try:
            payload = loads(request.headers.get("X-State", ""))
        except BadSignature:
            raise PermissionDenied
        return Response(payload)


class Export(APIView):
    def get(self, request):
        rows = Account.objects.values_list("name", "balance")
        buffer = io.StringIO()
        writer = csv.writer(buffer)
        writer.writerows(rows)
        response = HttpResponse(buffer.getvalue(), content_type="text/csv")  # ok: xss
        response["Content-Disposition"] = 'attachment; filename="export.csv"'
        return response


class Preview(TemplateView):
    template_name = "preview.html"

    def get_context_data(self, **kwargs):
        context = super().get_context_data(**kwargs)
        source = self.request.GET.get("body", "")
        context["static"] = Template("Hello {{ name }}").render(Context({"name": source}))  # ok: template-injection
        context["dynamic"] = Template(source).render(Context({}))  # expect: template-injection
        context["engine"] = Engine().from_string("Dear " + source)  # expect: template-injection
        return context


class Jump(RedirectView):
    permanent = False

    def get_redirect_url(self, *args, **kwargs):
        return self.request.GET.get("to") or "/"  # expect: open-redirect


class Rates(generics.GenericAPIView):
    def get(self, request, base, date):
        url = f"https://rates.example.com/{date}?base={base}"
        cached = cache.get(url)
        if cached is None:
            cached = requests.get(url, timeout=3).json()  # ok: ssrf
            cache.set(url, cached)
        mirror = requests.get("https://" + request.GET["mirror"] + "/rates", timeout=3)  # expect: ssrf
        return Response({"rates": cached, "mirror": mirror.status_code})


class Attachment(APIView):
    def get(self, request, name):
        safe = PurePosixPath(name).name
        with open(f"{settings.MEDIA_ROOT}/{safe}", "rb") as handle:  # ok: path-traversal
            data = handle.read()
        return StreamingHttpResponse(iter([data]), content_type="application/octet-stream")

    def delete(self, request, name):
        import os

        os.remove(os.path.join(settings.MEDIA_ROOT, name))  # expect: path-traversal
        return Response(status=204)


def invite(request):
    account = get_object_or_404(Account, pk=request.POST["account"])
    token = get_random_string(32)  # ok: weak-random
    EmailMessage(subject="Invite", body=token, to=[request.POST["email"]]).send()
    with transaction.atomic():
        Entry.objects.create(account=account, memo=request.POST["memo"])  # ok: sql-injection
    return HttpResponse(f"Invited {request.POST['email']}")  # expect: xss
