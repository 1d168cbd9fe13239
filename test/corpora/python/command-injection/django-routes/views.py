import os
from django import forms
from django.shortcuts import render
from django.contrib.auth.decorators import login_required
from django.db import connection
from django.views.generic import FormView

class HostForm(forms.Form):
    host = forms.CharField()
    kind = forms.ChoiceField(choices=[("a", "A"), ("aaaa", "AAAA")])
    count = forms.IntegerField(max_value=5)

class PingView(FormView):
    form_class = HostForm
    def form_valid(self, form):
        data = form.cleaned_data
        os.system(f"dig -t {data['kind']} example.org")  # ok: command-injection
        os.system(f"dig -t {data['count']} example.org")  # ok: command-injection
        os.system(f"dig -t {form.cleaned_data['kind']} example.org")  # ok: command-injection
        os.system(f"dig -t {data['host']} example.org")  # expect: command-injection

def ping(request):
    form = HostForm(request.POST)
    if form.is_valid():
        os.system(f"dig -t {form.cleaned_data['kind']} example.org")  # ok: command-injection
        data = form.cleaned_data
        os.system(f"dig -t {data['kind']} example.org")  # ok: command-injection

@login_required
def detail(request, pk, slug):
    with connection.cursor() as c:
        c.execute("UPDATE ticket SET seen = 1 WHERE slug = '%s'" % slug)  # expect: sql-injection
    return render(request, "ticket.html", {})

def detail2(request, pk, slug):
    with connection.cursor() as c:
        c.execute("UPDATE ticket SET seen = 1 WHERE slug = '%s'" % slug)  # expect: sql-injection
    return render(request, "ticket.html", {})

def by_route(request, number, label, free):
    with connection.cursor() as c:
        c.execute("SELECT * FROM ticket WHERE id = %s" % number)  # ok: sql-injection
        c.execute("SELECT * FROM ticket WHERE label = '%s'" % label)  # ok: sql-injection
        c.execute("SELECT * FROM ticket WHERE title = '%s'" % free)  # expect: sql-injection
    return render(request, "ticket.html", {})


def by_expression(request, year, kind):
    with connection.cursor() as c:
        c.execute("SELECT * FROM ticket WHERE year = %s" % year)  # ok: sql-injection
        c.execute("SELECT * FROM ticket WHERE kind = '%s'" % kind)  # expect: sql-injection
    return render(request, "ticket.html", {})


def by_parts(request, area, rest):
    with connection.cursor() as c:
        c.execute("SELECT * FROM ticket WHERE area = '%s'" % area)  # ok: sql-injection
        c.execute("SELECT * FROM ticket WHERE rest = '%s'" % rest)  # expect: sql-injection
    return render(request, "ticket.html", {})
