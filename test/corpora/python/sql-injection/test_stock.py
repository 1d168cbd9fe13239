import sqlite3

import pytest


@pytest.fixture
def table():
    return "stock"


def test_counts(table):
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE stock (name TEXT)")
    rows = connection.execute(f"SELECT COUNT(*) FROM {table}")  # ok: sql-injection
    assert rows.fetchone() == (0,)
