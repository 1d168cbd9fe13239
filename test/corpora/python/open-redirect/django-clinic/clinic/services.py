import logging
import shutil
import subprocess
from dataclasses import asdict, dataclass, field
from pathlib import Path

from django.conf import settings
from django.db import connection, models

logger = logging.getLogger(__name__)


@dataclass
class Filters:
    city: str = ""
    limit: int = 50
    fields: list[str] = field(default_factory=list)

    SAFE = ("id", "name", "city")

    def columns(self):
        return ", ".join(f for f in self.fields if f in self.SAFE) or "id"

    def raw_columns(self):
        return ", ".join(self.fields)


class Reports:
    base = Path(settings.MEDIA_ROOT) / "reports"

    def __init__(self, filters: Filters):
        self.filters = filters

    def rows(self):
        sql = f"SELECT {self.filters.columns()} FROM patient WHERE city = %s LIMIT {int(self.filters.limit)}"
        with connection.cursor() as cursor:
            cursor.execute(sql, [self.filters.city])  # ok: sql-injection
            return cursor.fetchall()

    def all_rows(self):
        with connection.cursor() as cursor:
            cursor.execute("SELECT %s FROM patient" % self.filters.raw_columns())  # expect: sql-injection
            return dict(zip([c[0] for c in cursor.description], cursor.fetchone()))

    def write(self, name):
        target = self.base / f"{name}.csv"
        with target.open("w") as out:  # expect: path-traversal
            out.write(str(self.rows()))
        return target

    def write_named(self, patient_id: int):
        target = self.base / f"{patient_id}.csv"
        target.write_text(str(self.rows()))  # ok: path-traversal
        return target

    def convert(self, path, fmt):
        if fmt not in ("pdf", "xlsx"):
            raise ValueError(fmt)
        subprocess.run(f"csv2 --to {fmt} {self.base}/all.csv", shell=True, check=True)  # ok: command-injection
        logger.info("converted %s", asdict(self.filters)["limit"])  # ok: log-injection

    def archive(self, label):
        shutil.make_archive(str(self.base / "all"), "zip", self.base)  # ok: path-traversal
        subprocess.call("zip -r " + label + ".zip .", shell=True)  # expect: command-injection
