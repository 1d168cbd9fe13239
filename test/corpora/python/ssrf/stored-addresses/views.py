from django.http import HttpRequest, HttpResponse

from models import Watch


def add(request: HttpRequest):
    watch = Watch(url=request.POST["url"], interval=request.POST["interval"])
    watch.save()
    return HttpResponse("added")


def rename(request: HttpRequest, pk):
    watch = Watch.objects.get(pk=pk)
    watch.title = request.POST["title"]
    watch.home = "https://example.org/new"
    watch.save()
    return HttpResponse("renamed")
