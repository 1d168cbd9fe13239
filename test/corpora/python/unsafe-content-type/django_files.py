from django.db import models
from django.http import HttpResponse
from django.views import View


class Document(models.Model):
    name = models.CharField(max_length=100)
    kind = models.CharField(max_length=100)


class Documents(View):
    def post(self, request):
        upload = request.FILES["file"]
        Document.objects.create(name="file", kind=upload.content_type)
        return HttpResponse(status=201)

    def get(self, request, key):
        document = Document.objects.get(pk=key)
        return HttpResponse(b"", content_type=document.kind)  # expect: unsafe-content-type


class Saved(View):
    def get(self, request, key):
        document = Document.objects.get(pk=key)
        response = HttpResponse(b"", content_type=document.kind)  # ok: unsafe-content-type
        response["Content-Disposition"] = "attachment"
        return response
