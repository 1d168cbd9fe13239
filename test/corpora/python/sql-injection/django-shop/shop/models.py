from django.db import models


class Order(models.Model):
    number = models.CharField(max_length=20)
    note = models.TextField()

    class Meta:
        ordering = ["number"]

    @classmethod
    def search(cls, term, order="number"):
        return cls.objects.raw(f"SELECT * FROM shop_order WHERE note LIKE '%{term}%' ORDER BY {order}")  # expect: sql-injection

    @classmethod
    def search_safely(cls, term):
        return cls.objects.raw("SELECT * FROM shop_order WHERE note LIKE %s", [f"%{term}%"])  # ok: sql-injection


class OrderManager(models.Manager):
    def with_note(self, note):
        return self.get_queryset().filter(note__icontains=note)  # ok: sql-injection
