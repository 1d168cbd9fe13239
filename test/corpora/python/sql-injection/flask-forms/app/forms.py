import re

from flask_wtf import FlaskForm
from wtforms import IntegerField, SelectField, StringField, ValidationError
from wtforms.validators import AnyOf, DataRequired, Length, Regexp, URL


class SearchForm(FlaskForm):
    term = StringField("Term", validators=[DataRequired(), Length(max=40)])
    code = StringField("Code", validators=[Regexp(r"^[A-Z0-9]+$")])
    state = StringField("State", validators=[AnyOf(["open", "closed"])])
    page = IntegerField("Page", default=1)
    sort = SelectField("Sort", choices=[("name", "Name"), ("date", "Date")])
    slug = StringField("Slug")
    link = StringField("Link", validators=[URL()])

    def validate_slug(self, field):
        if not re.fullmatch(r"[a-z-]+", field.data):
            raise ValidationError("bad slug")
