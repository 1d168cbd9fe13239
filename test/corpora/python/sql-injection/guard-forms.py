import re

from django import forms
from django.core.exceptions import ValidationError
from django.db import connection
from django.http import HttpResponse
from django.views.generic import FormView
from rest_framework import serializers
from rest_framework.generics import CreateAPIView
from rest_framework.views import APIView


class OrderForm(forms.Form):
    number = forms.IntegerField()
    kind = forms.ChoiceField(choices=[("new", "New"), ("old", "Old")])
    code = forms.RegexField(r"^[a-z]+\Z")
    loose = forms.RegexField(r"^.+$")
    note = forms.CharField()
    tag = forms.CharField()

    def clean_tag(self):
        tag = self.cleaned_data["tag"]
        if not re.fullmatch(r"[a-z]+", tag):
            raise ValidationError("letters only")
        return tag


class OrderSerializer(serializers.Serializer):
    number = serializers.IntegerField()
    numbers = serializers.ListField(child=serializers.IntegerField())
    notes = serializers.ListField(child=serializers.CharField())
    code = serializers.RegexField(r"^[a-z]+$")
    note = serializers.CharField()


def search(request):
    form = OrderForm(request.POST)
    if not form.is_valid():
        return HttpResponse(status=400)
    fields = form.cleaned_data
    cursor = connection.cursor()
    cursor.execute("SELECT * FROM orders WHERE number = %s" % fields["number"])  # ok: sql-injection
    cursor.execute("SELECT * FROM orders WHERE number = %s" % fields.get("number"))  # ok: sql-injection
    cursor.execute("SELECT * FROM orders WHERE kind = '%s'" % fields["kind"])  # ok: sql-injection
    cursor.execute("SELECT * FROM orders WHERE code = '%s'" % fields["code"])  # ok: sql-injection
    cursor.execute("SELECT * FROM orders WHERE tag = '%s'" % fields["tag"])  # ok: sql-injection
    cursor.execute("SELECT * FROM orders WHERE code = '%s'" % fields["loose"])  # expect: sql-injection
    cursor.execute("SELECT * FROM orders WHERE note = '%s'" % fields.get("note"))  # expect: sql-injection
    return HttpResponse()


class OrderView(FormView):
    form_class = OrderForm

    def post(self, request, *args, **kwargs):
        cursor = connection.cursor()
        form = self.get_form()
        if form.is_valid():
            cursor.execute("SELECT * FROM orders WHERE number = %s" % form.cleaned_data["number"])  # ok: sql-injection
            cursor.execute("SELECT * FROM orders WHERE note = '%s'" % form.cleaned_data["note"])  # expect: sql-injection
        again = self.form_class(request.POST)
        if again.is_valid():
            cursor.execute("SELECT * FROM orders WHERE number = %s" % again.cleaned_data["number"])  # ok: sql-injection
            cursor.execute("SELECT * FROM orders WHERE note = '%s'" % again.cleaned_data["note"])  # expect: sql-injection
        return HttpResponse()


class OrderApi(APIView):
    serializer_class = OrderSerializer

    def post(self, request):
        serializer = self.serializer_class(data=request.data)
        serializer.is_valid(raise_exception=True)
        fields = serializer.validated_data
        cursor = connection.cursor()
        cursor.execute("SELECT * FROM orders WHERE number = %s" % fields["number"])  # ok: sql-injection
        cursor.execute("SELECT * FROM orders WHERE number IN %s" % fields["numbers"])  # ok: sql-injection
        cursor.execute("SELECT * FROM orders WHERE note IN %s" % fields["notes"])  # expect: sql-injection
        cursor.execute("SELECT * FROM orders WHERE code = '%s'" % fields["code"])  # ok: sql-injection
        cursor.execute("SELECT * FROM orders WHERE note = '%s'" % fields["note"])  # expect: sql-injection


class NewOrder(CreateAPIView):
    serializer_class = OrderSerializer

    def create(self, request, *args, **kwargs):
        serializer = self.get_serializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        cursor = connection.cursor()
        cursor.execute("SELECT * FROM orders WHERE number = %s" % serializer.validated_data["number"])  # ok: sql-injection
        cursor.execute("SELECT * FROM orders WHERE note = '%s'" % serializer.validated_data["note"])  # expect: sql-injection

    def perform_create(self, serializer):
        cursor = connection.cursor()
        cursor.execute("DELETE FROM drafts WHERE number = %s" % serializer.validated_data["number"])  # ok: sql-injection
        cursor.execute("DELETE FROM drafts WHERE note = '%s'" % serializer.validated_data["note"])  # expect: sql-injection
