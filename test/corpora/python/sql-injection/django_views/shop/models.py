from django.db import models


class Order(models.Model):
    reference = models.CharField(max_length=20)
    customer = models.CharField(max_length=100)
    created = models.DateTimeField()
