import hashlib
import hmac
import os

from werkzeug.security import check_password_hash, generate_password_hash

from .extensions import db


class User(db.Model):
    id = db.Column(db.Integer, primary_key=True)
    email = db.Column(db.String(120))
    pw = db.Column(db.String(200))
    reset_token = db.Column(db.String(64))
    is_admin = db.Column(db.Boolean, default=False)

    def set(self, password):
        self.pw = generate_password_hash(password)  # ok: weak-hash

    def check(self, password):
        return check_password_hash(self.pw, password)

    def legacy_digest(self, password):
        return hashlib.md5((password + self.email).encode()).hexdigest()  # expect: weak-hash

    def avatar(self):
        digest = hashlib.md5(self.email.lower().encode(), usedforsecurity=False).hexdigest()  # ok: weak-hash
        return f"https://www.gravatar.com/avatar/{digest}"

    @classmethod
    def search(cls, term, sort="id"):
        return db.session.execute(
            db.text(f"SELECT id, email FROM user WHERE email LIKE '%{term}%' ORDER BY {sort}")  # expect: sql-injection
        ).fetchall()


class Entry(db.Model):
    id = db.Column(db.Integer, primary_key=True)
    memo = db.Column(db.Text)

    SORTABLE = {"date": "created_at", "amount": "amount"}

    @classmethod
    def page(cls, sort, limit):
        column = cls.SORTABLE.get(sort, "id")
        sql = f"SELECT * FROM entry ORDER BY {column} LIMIT {int(limit)}"  # ok: sql-injection
        return db.session.execute(db.text(sql))  # ok: sql-injection
