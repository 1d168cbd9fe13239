class Repository:
    table = None

    def __init__(self, connection):
        self.connection = connection

    def rows(self, condition, *values):
        sql = f"SELECT * FROM {self.table} WHERE {condition}"
        return self.connection.execute(sql, values).fetchall()  # expect: sql-injection


class ItemRepository(Repository):
    table = "items"

    def find(self, text, limit):
        return self.rows(f"title LIKE '%{text}%' LIMIT {limit}")


class UserRepository(Repository):
    table = "users"

    def by_name(self, name):
        return self.rows("name = ?", name)

    def by_field(self, field, value):
        return self.connection.execute("SELECT * FROM users WHERE " + field + " = ?", (value,)).fetchall()  # expect: sql-injection
