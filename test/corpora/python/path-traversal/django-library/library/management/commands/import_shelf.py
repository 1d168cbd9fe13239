import os
import subprocess

from django.core.management.base import BaseCommand, CommandError
from django.db import connection


class Command(BaseCommand):
    help = "Imports a shelf"

    def add_arguments(self, parser):
        parser.add_argument("archive")
        parser.add_argument("--copies", type=int, default=1)
        parser.add_argument("--kind", choices=["book", "magazine"], default="book")
        parser.add_argument("--shelf")

    def handle(self, *args, **options):
        archive = options["archive"]
        if not os.path.isfile("/srv/imports/list"):
            raise CommandError("nothing to import")
        os.system("tar xf %s -C /srv/imports" % archive)  # expect: command-injection
        subprocess.run(["tar", "xf", archive, "-C", "/srv/imports"], check=True)  # ok: command-injection
        with connection.cursor() as cursor:
            cursor.execute("UPDATE shelf SET copies = %d" % options["copies"])  # ok: sql-injection
            cursor.execute("UPDATE shelf SET kind = '%s'" % options["kind"])  # ok: sql-injection
            cursor.execute("UPDATE shelf SET name = '%s'" % options["shelf"])  # expect: sql-injection
# threat-models: arguments
