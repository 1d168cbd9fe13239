from dataclasses import dataclass, field


@dataclass(frozen=True)
class Limits:
    rows: int = 100
    tables: frozenset = frozenset({"patients", "visits"})


@dataclass
class Query:
    table: str
    where: str = ""
    params: list = field(default_factory=list)

    def sql(self):
        text = f"SELECT * FROM {self.table}"
        return text + (f" WHERE {self.where}" if self.where else "")


LIMITS = Limits()
