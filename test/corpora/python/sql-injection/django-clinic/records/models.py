from django.db import connection, models


class PatientQuerySet(models.QuerySet):
    def named(self, name):
        return self.extra(where=["name = '%s'" % name])  # expect: sql-injection

    def named_safe(self, name):
        return self.extra(where=["name = %s"], params=[name])  # ok: sql-injection


class PatientManager(models.Manager):
    def get_queryset(self):
        return PatientQuerySet(self.model, using=self._db)

    def for_ward(self, ward):
        with connection.cursor() as cursor:
            cursor.execute("SELECT id FROM patient WHERE ward = '%s'" % ward)  # expect: sql-injection
            return [row[0] for row in cursor.fetchall()]

    def for_ward_safe(self, ward):
        with connection.cursor() as cursor:
            cursor.execute("SELECT id FROM patient WHERE ward = %s", [ward])  # ok: sql-injection
            return cursor.fetchall()


class Patient(models.Model):
    name = models.CharField(max_length=80)
    ward = models.CharField(max_length=20)
    is_vip = models.BooleanField(default=False)
    objects = PatientManager.from_queryset(PatientQuerySet)()
