from urllib.parse import urlparse

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator


class ImportForm(forms.Form):
    source = forms.URLField()
    shelf = forms.CharField(validators=[RegexValidator(r"^[a-z]+$")])
    label = forms.CharField(max_length=50)
    copies = forms.IntegerField(min_value=1)
    kind = forms.ChoiceField(choices=[("b", "Book"), ("m", "Magazine")])

    def clean_source(self):
        source = self.cleaned_data["source"]
        if urlparse(source).hostname not in ("books.example.com", "isbn.example.com"):
            raise ValidationError("Unknown source")
        return source


class FeedForm(forms.Form):
    feed = forms.URLField()
