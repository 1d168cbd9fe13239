from django import forms
from django.core.validators import RegexValidator


class SearchForm(forms.Form):
    name = forms.CharField(max_length=50)
    page = forms.IntegerField(required=False)
    code = forms.CharField(validators=[RegexValidator(r"^[A-Z]{2}\d{4}$")])
    kind = forms.ChoiceField(choices=[("in", "in"), ("out", "out")])
    slug = forms.SlugField()
