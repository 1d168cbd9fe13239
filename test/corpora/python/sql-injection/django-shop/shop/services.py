import subprocess
from dataclasses import dataclass, field
from functools import lru_cache, partial
from django.db import connection
from django.core.cache import cache


class ReportError(Exception):
    def __init__(self, reason, detail):
        super().__init__(reason)
        self.detail = detail


@dataclass
class ReportSpec:
    title: str
    columns: list = field(default_factory=list)
    filters: dict = field(default_factory=dict)


class ReportBuilder:
    allowed = frozenset({"number", "note", "total"})

    def __init__(self, spec: ReportSpec):
        self.spec = spec
        self._parts = []

    def select(self):
        self._parts.append("SELECT " + ", ".join(self.spec.columns) + " FROM shop_order")
        return self

    def select_checked(self):
        cols = [c for c in self.spec.columns if c in self.allowed]
        self._parts.append("SELECT " + ", ".join(cols) + " FROM shop_order")
        return self

    def where(self):
        self._parts.append(" WHERE " + " AND ".join(f"{k} = %s" for k in self.spec.filters))
        return self

    def run(self):
        with connection.cursor() as c:
            c.execute("".join(self._parts), list(self.spec.filters.values()))  # expect: sql-injection
            return c.fetchall()


class CheckedReport(ReportBuilder):
    def run(self):
        with connection.cursor() as c:
            c.execute("".join(self._parts))  # ok: sql-injection
            return c.fetchall()


def render_pdf(name, *, runner=subprocess.check_call):
    runner("wkhtmltopdf /tmp/in.html /out/" + name, shell=True)  # expect: command-injection


def archive(name):
    subprocess.check_call(["tar", "czf", "/out/a.tgz", "--", name])  # ok: command-injection


export = partial(subprocess.run, shell=True)
