"""Views that are functions, listed in the table of routes: what they are given is the REST framework's request."""

import os

from django.http import HttpRequest, HttpResponse
from rest_framework.decorators import api_view, parser_classes
from rest_framework.parsers import JSONParser
from rest_framework.request import Request
from rest_framework.response import Response


@api_view(["POST"])
@parser_classes([JSONParser])
def jobs(request):
    os.system("job-start " + request.data["name"])  # expect: command-injection
    return Response()


@api_view(["GET", "DELETE"])
def job(request: Request, name):
    os.system("job-show " + name)  # expect: command-injection
    os.system("job-show " + request.query_params.get("view", ""))  # expect: command-injection
    return Response()


@api_view(["GET"])
def log(request, number):
    os.system("job-log %d" % int(number))  # ok: command-injection
    return Response()


def status(request: HttpRequest):
    os.system("job-status " + request.GET["unit"])  # expect: command-injection
    return HttpResponse()
