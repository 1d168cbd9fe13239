import bleach
from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.html import escape, format_html
from django.utils.safestring import mark_safe


def greeting(request):
    return HttpResponse("Hello " + request.GET["name"])  # expect: xss


def greeting_safe(request):
    return HttpResponse("Hello " + escape(request.GET["name"]))  # ok: xss


def plain(request):
    return HttpResponse(request.GET["name"], content_type="text/plain")  # ok: xss


def page(request):
    return HttpResponse("<p>%s</p>" % request.GET["q"], content_type="text/html; charset=utf-8")  # expect: xss


def api(request):
    return JsonResponse({"name": request.GET["name"]})  # ok: xss


def profile(request):
    bio = request.POST.get("bio", "")
    return render(request, "profile.html", {"bio": mark_safe(bio)})  # expect: xss


def profile_clean(request):
    bio = bleach.clean(request.POST.get("bio", ""), tags=["b", "i"])
    return render(request, "profile.html", {"bio": mark_safe(bio)})  # ok: xss


def badge(request):
    badge = format_html("<b>{}</b>", request.GET["label"])
    return render(request, "badge.html", {"badge": badge})  # ok: xss
