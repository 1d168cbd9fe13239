import argparse
import sqlite3
import sys


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("table")
    parser.add_argument("--limit", type=int, default=10)
    args = parser.parse_args()
    connection = sqlite3.connect("local.db")
    connection.execute("SELECT * FROM " + args.table)  # expect: sql-injection
    connection.execute("VACUUM")  # ok: sql-injection


def drop():
    name = sys.argv[1]
    connection = sqlite3.connect("local.db")
    connection.executescript(f"DROP TABLE {name}; VACUUM")  # expect: sql-injection


if __name__ == "__main__":
    main()
# threat-models: arguments
