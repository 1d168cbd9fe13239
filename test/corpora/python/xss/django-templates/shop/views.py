from django.core.paginator import Paginator
from django.shortcuts import render

from shop.models import Order


def orders(request):
    paginator = Paginator(Order.objects.all(), 20)
    page = paginator.get_page(request.GET.get("page"))
    return render(request, "shop/orders.html", {"page": page, "query": request.GET.get("q"), "back": request.GET.get("back")})
