from django.db import models


class Account(models.Model):
    name = models.CharField(max_length=100)
    balance = models.DecimalField(max_digits=12, decimal_places=2)


class Entry(models.Model):
    account = models.ForeignKey(Account, on_delete=models.CASCADE)
    memo = models.TextField()

    @classmethod
    def by_memo(cls, memo):
        return cls.objects.raw(f"SELECT * FROM ledger_entry WHERE memo = '{memo}'")  # expect: sql-injection

    @classmethod
    def by_memo_well(cls, memo):
        return cls.objects.raw("SELECT * FROM ledger_entry WHERE memo = %s", [memo])  # ok: sql-injection
