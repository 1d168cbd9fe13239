import os
import tarfile

from django.conf import settings
from django.http import FileResponse, Http404, HttpResponse

from .storage import Storage

ALLOWED = ["terms.pdf", "privacy.pdf"]


def document(request, name):
    storage = Storage(settings.MEDIA_ROOT)
    return FileResponse(storage.open(request.GET["file"]))


def legal(request):
    name = request.GET.get("name")
    if name in ALLOWED:
        return FileResponse(open(os.path.join(settings.MEDIA_ROOT, name), "rb"))  # ok: path-traversal
    raise Http404


def unpack(request):
    archive = tarfile.open(fileobj=request.FILES["archive"])
    archive.extractall("/srv/unpacked")  # expect: path-traversal
    archive.extractall("/srv/unpacked", filter="data")  # ok: path-traversal
    return HttpResponse("ok", content_type="text/plain")


def dots(request):
    name = request.GET["name"]
    if ".." in name or name.startswith("/"):
        raise Http404
    return FileResponse(open("/srv/docs/" + name, "rb"))  # ok: path-traversal
