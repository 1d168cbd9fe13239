import os

from django.http import FileResponse
from rest_framework import viewsets
from rest_framework.decorators import action, api_view
from rest_framework.response import Response
from rest_framework.views import APIView

ROOT = "/srv/reports"


class ReportViewSet(viewsets.ModelViewSet):
    def retrieve(self, request, pk=None):
        return FileResponse(open(os.path.join(ROOT, pk), "rb"))  # expect: path-traversal

    @action(detail=True, methods=["get"])
    def raw(self, request, pk=None):
        name = request.query_params.get("name")
        with open(f"{ROOT}/{name}") as handle:  # expect: path-traversal
            return Response(handle.read())

    def list(self, request):
        kind = request.query_params.get("kind")
        names = {"daily": "d", "weekly": "w"}
        with open(f"{ROOT}/{names.get(kind, 'd')}.txt") as handle:  # ok: path-traversal
            return Response(handle.read())


class UploadView(APIView):
    def post(self, request, format=None):
        upload = request.data["file"]
        with open(os.path.join(ROOT, upload.name), "wb") as out:  # expect: path-traversal
            for chunk in upload.chunks():
                out.write(chunk)
        return Response(status=204)


@api_view(["DELETE"])
def remove(request, year):
    os.remove(os.path.join(ROOT, "%d.txt" % int(year)))  # ok: path-traversal
    os.remove(os.path.join(ROOT, request.data["name"]))  # expect: path-traversal
    return Response(status=204)
