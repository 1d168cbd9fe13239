from django.db import connection
from django.http import JsonResponse
from django.views import View

from .models import Order
from .reports import monthly_report, yearly_report


def order_search(request):
    reference = request.GET.get("reference")
    with connection.cursor() as cursor:
        cursor.execute("SELECT id FROM shop_order WHERE reference = '%s'" % reference)  # expect: sql-injection
        first = cursor.fetchone()
        cursor.execute("SELECT id FROM shop_order WHERE reference = %s", [reference])  # ok: sql-injection
        second = cursor.fetchone()
    return JsonResponse({"first": first, "second": second})


def by_customer(request):
    name = request.POST["customer"]
    orders = Order.objects.raw("SELECT * FROM shop_order WHERE customer = '" + name + "'")  # expect: sql-injection
    safe = Order.objects.filter(customer=name).order_by("created")  # ok: sql-injection
    extra = Order.objects.extra(where=["customer = '" + name + "'"])  # expect: sql-injection
    bound = Order.objects.extra(where=["customer = %s"], params=[name])  # ok: sql-injection
    return JsonResponse({"n": len(list(orders)) + safe.count() + extra.count() + bound.count()})


class ReportView(View):
    def get(self, request, kind):
        month = request.GET.get("month", "1")
        rows = monthly_report(month)
        return JsonResponse({"rows": rows})

    def post(self, request):
        year = request.POST.get("year")
        if not year.isdigit():
            return JsonResponse({"error": "year"}, status=400)
        return JsonResponse({"rows": yearly_report(year)})
