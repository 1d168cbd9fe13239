from django import forms
from django.contrib.auth.decorators import login_required
from django.db import connection, connections
from django.db.models import F, Q, Value
from django.db.models.expressions import RawSQL
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.views import View
from django.views.generic import ListView
from rest_framework import serializers, viewsets
from rest_framework.decorators import action, api_view
from rest_framework.response import Response
from rest_framework.views import APIView

from .models import Article, Author


class ArticleForm(forms.Form):
    title = forms.CharField()
    page = forms.IntegerField()
    kind = forms.ChoiceField(choices=[("a", "A"), ("b", "B")])


class ArticleSerializer(serializers.Serializer):
    title = serializers.CharField()
    rank = serializers.IntegerField()
    state = serializers.ChoiceField(choices=["draft", "live"])


def by_title(request):
    return Article.objects.raw("SELECT * FROM article WHERE title = '%s'" % request.GET["title"])  # expect: sql-injection


def by_title_safe(request):
    return Article.objects.raw("SELECT * FROM article WHERE title = %s", [request.GET["title"]])  # ok: sql-injection


@login_required
def extra(request):
    Article.objects.extra(where=["title = '" + request.GET.get("t") + "'"])  # expect: sql-injection
    Article.objects.extra(where=["title = %s"], params=[request.GET.get("t")])  # ok: sql-injection
    Article.objects.annotate(x=RawSQL("lower('" + request.GET["t"] + "')", []))  # expect: sql-injection
    Article.objects.annotate(x=RawSQL("lower(%s)", [request.GET["t"]]))  # ok: sql-injection
    Article.objects.filter(Q(title=request.GET["t"]) | Q(author__name=request.GET["a"]))  # ok: sql-injection
    Article.objects.order_by(request.GET["o"])  # ok: sql-injection
    return HttpResponse()


def form(request):
    form = ArticleForm(request.POST)
    if form.is_valid():
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT * FROM article OFFSET {form.cleaned_data['page']}")  # ok: sql-injection
            cursor.execute(f"SELECT * FROM article WHERE kind = '{form.cleaned_data['kind']}'")  # ok: sql-injection
            cursor.execute(f"SELECT * FROM article WHERE title = '{form.cleaned_data['title']}'")  # expect: sql-injection
    return HttpResponse()


class ArticleView(View):
    def dispatch(self, request, *args, **kwargs):
        self.tenant = request.META.get("HTTP_X_TENANT")
        return super().dispatch(request, *args, **kwargs)

    def get(self, request, slug):
        with connections["default"].cursor() as c:
            c.execute("SELECT * FROM " + self.tenant + "_article")  # expect: sql-injection
            c.execute("SELECT * FROM article WHERE slug = '" + slug + "'")  # expect: sql-injection
            c.execute("SELECT * FROM article WHERE slug = %s", [self.kwargs["slug"]])  # ok: sql-injection
        return HttpResponse()


class ArticleList(ListView):
    def get_queryset(self):
        return Article.objects.raw("SELECT * FROM article WHERE author = " + self.kwargs["author"])  # expect: sql-injection


@api_view(["POST"])
def create(request):
    s = ArticleSerializer(data=request.data)
    s.is_valid(raise_exception=True)
    with connection.cursor() as c:
        c.execute("SELECT %d" % s.validated_data["rank"])  # ok: sql-injection
        c.execute("SELECT * FROM a WHERE state = '%s'" % s.validated_data["state"])  # ok: sql-injection
        c.execute("SELECT * FROM a WHERE title = '%s'" % s.validated_data["title"])  # expect: sql-injection
        c.execute("SELECT * FROM a WHERE title = '%s'" % request.data["title"])  # expect: sql-injection
    return Response(s.data)


class ArticleViewSet(viewsets.ModelViewSet):
    def get_queryset(self):
        name = self.request.query_params.get("name")
        return Article.objects.raw(f"SELECT * FROM article WHERE name = '{name}'")  # expect: sql-injection

    @action(detail=True, methods=["post"])
    def publish(self, request, pk=None):
        with connection.cursor() as c:
            c.execute("UPDATE article SET live = 1 WHERE id = " + pk)  # expect: sql-injection
        return Response()
