# Fields that are called as methods of Django's queries are.
import json

from django.http import JsonResponse
from shop.models import Account


def rename(request):
    account = load(request.user)
    account.extra = request.POST["extra"]  # ok: sql-injection
    account.raw = request.POST["raw"]  # ok: sql-injection
    account.save_later()
    return JsonResponse({})


def subscribe(request):
    order = {"mode": "payment"}
    order["extra"] = json.dumps({"note": request.POST["note"]})  # ok: sql-injection
    send_order(order)
    return JsonResponse({})


def search(request):
    found = Account.objects.filter(active=True).extra(where=["name = '" + request.GET["name"] + "'"])  # expect: sql-injection
    return JsonResponse({"names": [one.name for one in found]})


def search_in(request):
    rows = load_rows(request.user)
    return rows.extra(order_by=[request.GET["order"]])  # expect: sql-injection
