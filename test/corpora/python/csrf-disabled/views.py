from django.http import HttpResponse
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.csrf import csrf_exempt, csrf_protect


@csrf_exempt  # expect: csrf-disabled
def transfer(request):
    return HttpResponse("moved", content_type="text/plain")


@csrf_protect  # ok: csrf-disabled
def rename(request):
    return HttpResponse("renamed", content_type="text/plain")


@method_decorator(csrf_exempt, name="dispatch")  # expect: csrf-disabled
class Payment(View):
    def post(self, request):
        return HttpResponse("paid", content_type="text/plain")
