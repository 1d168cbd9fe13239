"""What Django takes from a request, by the place it is read."""
import os, subprocess
from django import forms
from django.contrib.auth.decorators import login_required
from django.db import models, connection, transaction
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render, get_object_or_404, redirect
from django.views.generic import TemplateView, FormView, DetailView
from django.utils.decorators import method_decorator

class Doc(models.Model):
    title = models.CharField(max_length=10)
    path = models.CharField(max_length=100)
    def full(self):
        return self.path

class DocForm(forms.Form):
    name = forms.CharField()
    size = forms.IntegerField()
    kind = forms.ChoiceField(choices=[("a", "A")])

@login_required
def one(request, pk):
    doc = get_object_or_404(Doc, pk=pk)
    os.system("cat " + doc.title)  # ok: command-injection
    form = DocForm(request.POST)
    if form.is_valid():
        os.system(form.cleaned_data["name"])  # expect: command-injection
    os.system(request.GET.get("a", ""))  # expect: command-injection
    os.system(request.META["HTTP_X"])  # expect: command-injection
    os.system(request.user.username)  # ok: command-injection
    os.system(request.method)  # ok: command-injection
    os.system(str(Doc.objects.filter(title=request.GET["t"]).count()))  # ok: command-injection
    os.system(Doc.objects.get(title=request.GET["t"]).title)  # ok: command-injection
    return render(request, "a.html", {"a": request.GET["a"]})

def two(req: HttpRequest) -> HttpResponse:
    os.system(req.POST["a"])  # expect: command-injection
    return HttpResponse(f"<b>{req.GET['x']}</b>")  # expect: xss

class Page(TemplateView):
    template_name = "x.html"
    def get_context_data(self, **kwargs):
        os.system(self.request.GET["a"])  # expect: command-injection
        os.system(self.kwargs["slug"])  # expect: command-injection
        return super().get_context_data(**kwargs)

class Edit(FormView):
    form_class = DocForm
    def form_valid(self, form):
        os.system(form.cleaned_data["name"])  # expect: command-injection
        return redirect(self.request.GET.get("next"))  # expect: open-redirect
    def get_queryset(self):
        order = self.request.GET.get("order", "id")
        return Doc.objects.raw("select * from doc order by " + order)  # expect: sql-injection

class Api(DetailView):
    def dispatch(self, request, *args, **kwargs):
        os.system(kwargs["a"])  # expect: command-injection
        return super().dispatch(request, *args, **kwargs)

def three(request):
    with connection.cursor() as c:
        c.execute("select * from x where y = %s" % request.GET["y"])  # expect: sql-injection
        c.execute("select * from x where y = %s", (request.GET["y"],))  # ok: sql-injection
        c.executemany("insert into x values (%s)", [(v,) for v in request.POST.getlist("v")])  # ok: sql-injection
    name = request.FILES["f"].name
    open("/srv/" + name, "wb")  # expect: path-traversal
    body = request.body.decode()
    subprocess.Popen(body, shell=True)  # expect: command-injection
    import json
    payload = json.loads(request.body)
    subprocess.check_call(["sh", "-c", payload["cmd"]])  # expect: command-injection
    Doc.objects.extra(where=["a = '%s'" % payload["a"]])  # expect: sql-injection
    Doc.objects.filter(**payload)
    return JsonResponse(payload)

class Middleware:
    def __init__(self, get_response):
        self.get_response = get_response
    def __call__(self, request):
        os.system(request.headers["a"])  # expect: command-injection
        return self.get_response(request)
