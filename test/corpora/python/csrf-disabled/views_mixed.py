from django.http import HttpResponse
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from flask import Flask

app = Flask(__name__)
app.config["WTF_CSRF_ENABLED"] = False  # expect: csrf-disabled


@csrf_exempt  # expect: csrf-disabled
def hook(request):
    return HttpResponse("ok")


@csrf_protect  # ok: csrf-disabled
def form(request):
    return HttpResponse("ok")
