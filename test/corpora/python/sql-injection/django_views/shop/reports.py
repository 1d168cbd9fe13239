from django.db import connection


def run(query, params=None):
    with connection.cursor() as cursor:
        cursor.execute(query, params)  # expect: sql-injection
        return cursor.fetchall()


def monthly_report(month):
    query = "SELECT sum(total) FROM shop_order WHERE month = {}".format(month)
    return run(query)


def yearly_report(year):
    with connection.cursor() as cursor:
        cursor.execute("SELECT sum(total) FROM shop_order WHERE year = " + year)  # ok: sql-injection
        return cursor.fetchall()
