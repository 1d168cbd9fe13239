from django.db import models


class ProductQuerySet(models.QuerySet):
    def ranked(self, column):
        return self.extra(order_by=[column])

    def tagged(self, tag):
        return self.extra(where=["tags LIKE '%%" + tag + "%%'"])  # expect: sql-injection

    def tagged_ok(self, tag):
        return self.extra(where=["tags LIKE %s"], params=["%" + tag + "%"])  # ok: sql-injection


class Product(models.Model):
    name = models.CharField(max_length=200)
    price = models.DecimalField(max_digits=8, decimal_places=2)
    objects = ProductQuerySet.as_manager()

    @classmethod
    def by_sku(cls, sku):
        return cls.objects.raw("SELECT * FROM shop_product WHERE sku = '%s'" % sku)  # expect: sql-injection

    @classmethod
    def by_sku_ok(cls, sku):
        return cls.objects.raw("SELECT * FROM shop_product WHERE sku = %s", [sku])  # ok: sql-injection


class Review(models.Model):
    product = models.ForeignKey(Product, on_delete=models.CASCADE)
    body = models.TextField()
