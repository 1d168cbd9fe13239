from django.db import models


class Person(models.Model):
    name = models.CharField(max_length=50)


class Article(models.Model):
    slug = models.SlugField()
