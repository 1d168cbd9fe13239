import os
import zipfile
import tempfile
import tarfile
from django.db import connection


def find_people(name, order=None):
    sql = "SELECT id FROM person WHERE name = %s"
    if order:
        sql += " ORDER BY " + order
    with connection.cursor() as c:
        c.execute(sql, [name])  # expect: sql-injection
        return c.fetchall()


def export_report(title, upload):
    path = os.path.join("/srv/reports", title + ".pdf")
    with open(path, "wb") as out:  # expect: path-traversal
        for chunk in upload.chunks():
            out.write(chunk)
    with tarfile.open(fileobj=upload) as tar:
        tar.extractall("/srv/data")  # expect: path-traversal
    name = tempfile.mktemp()  # expect: insecure-temporary-file
    fd, safe = tempfile.mkstemp()  # ok: insecure-temporary-file
    return name, fd, safe
