import re
from django import forms
from django.core.validators import RegexValidator


class FileForm(forms.Form):
    name = forms.CharField(validators=[RegexValidator(r"^[a-z0-9_-]+$")])
    size = forms.IntegerField()
    kind = forms.ChoiceField(choices=[("a", "A"), ("b", "B")])
    note = forms.CharField(max_length=20)

    def clean_note(self):
        return self.cleaned_data["note"].strip()
