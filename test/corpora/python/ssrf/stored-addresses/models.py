from django.db import models


class Watch(models.Model):
    url = models.CharField(max_length=500)
    title = models.CharField(max_length=100)
    interval = models.IntegerField(default=60)
    home = models.CharField(max_length=500, default="https://example.org/")

    def address(self):
        return self.url
