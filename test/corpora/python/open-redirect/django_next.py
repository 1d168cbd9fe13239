from django.http import HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme


def login(request):
    return HttpResponseRedirect(request.POST["next"])  # expect: open-redirect


def login_checked(request):
    target = request.POST.get("next", "")
    if url_has_allowed_host_and_scheme(target, allowed_hosts={request.get_host()}):
        return redirect(target)  # ok: open-redirect
    return redirect(reverse("home"))  # ok: open-redirect


def tab(request):
    return redirect("/profile?tab=" + request.GET["tab"])  # ok: open-redirect


def leave(request):
    target = request.GET.get("url")
    return redirect(target)  # expect: open-redirect


def listing(request):
    url = reverse("items")
    url += "?q=" + request.GET["q"]
    return redirect(url)  # ok: open-redirect
