from django.http import HttpResponse
from django.views.decorators.http import require_POST

from .convert import Converter, thumbnail


@require_POST
def convert(request):
    name = request.POST.get("name")
    Converter(name, "png").run()
    return HttpResponse("converted", content_type="text/plain")


def preview(request):
    upload = request.FILES["image"]
    thumbnail(upload.name)
    return HttpResponse("ok", content_type="text/plain")
