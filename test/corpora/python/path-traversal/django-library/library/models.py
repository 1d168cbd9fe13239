from django.db import connection, models
from django.db.models.expressions import RawSQL


class BookQuerySet(models.QuerySet):
    def titled(self, title):
        return self.extra(where=["title = %s"], params=[title])  # ok: sql-injection

    def titled_badly(self, title):
        return self.extra(where=[f"title = '{title}'"])  # expect: sql-injection

    def ranked(self, weight):
        return self.annotate(rank=RawSQL("score * %s", (weight,)))  # ok: sql-injection


class BookManager(models.Manager.from_queryset(BookQuerySet)):
    def search_raw(self, term):
        return self.raw("SELECT * FROM library_book WHERE title LIKE '%%%s%%'" % term)  # expect: sql-injection


class Book(models.Model):
    title = models.CharField(max_length=200)
    isbn = models.CharField(max_length=13)
    cover = models.FileField(upload_to="covers")
    objects = BookManager()

    class Meta:
        ordering = ["title"]

    def borrowers(self):
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT user_id FROM loan WHERE book_id = {self.pk}")  # ok: sql-injection
            return [row[0] for row in cursor.fetchall()]
