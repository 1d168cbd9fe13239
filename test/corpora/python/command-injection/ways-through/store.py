import sqlite3
from abc import ABC, abstractmethod


class Base(ABC):
    def __init__(self):
        self.con = sqlite3.connect("x")

    def find(self, name):
        return self.con.execute(self.statement(name))  # expect: sql-injection

    @abstractmethod
    def statement(self, name): ...


class Store(Base):
    def statement(self, name):
        return "select * from t where n = '" + name + "'"


class SafeStore(Base):
    def find(self, name):
        return self.con.execute(self.statement(name), (name,))  # ok: sql-injection

    def statement(self, name):
        return "select * from t where n = ?"


def build_query(table, value):
    parts = ["select * from", table]
    if value:
        parts += ["where v = '", value, "'"]
    return " ".join(parts)
