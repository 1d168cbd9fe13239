import os

from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage, default_storage
from django.http import HttpResponse

pictures = FileSystemStorage(location="/srv/pictures")


def store(request):
    default_storage.save(request.POST["name"], ContentFile(b""))  # ok: path-traversal
    default_storage.open(request.POST["name"])  # ok: path-traversal
    pictures.save(request.POST["name"], request.FILES["file"])  # ok: path-traversal
    with open(default_storage.path(request.POST["name"]), "rb") as file:  # ok: path-traversal
        file.read()
    with open(pictures.path(request.POST["name"]), "rb") as file:  # ok: path-traversal
        file.read()
    # The root alone is a storage's; what is joined to it is not looked at.
    with open(os.path.join(settings.MEDIA_ROOT, request.POST["name"]), "rb") as file:  # expect: path-traversal
        file.read()
    with open(os.path.join(pictures.path("today"), request.POST["name"]), "rb") as file:  # expect: path-traversal
        file.read()
    return HttpResponse(status=204)
