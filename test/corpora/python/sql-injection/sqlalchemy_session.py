from flask import Flask, request
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import create_engine, text
from sqlalchemy.orm import Session

app = Flask(__name__)
db = SQLAlchemy(app)
engine = create_engine("postgresql://localhost/app")


class User(db.Model):
    id = db.Column(db.Integer, primary_key=True)
    email = db.Column(db.String(120))


@app.get("/users")
def users():
    email = request.args.get("email")
    rows = db.session.execute(text(f"SELECT * FROM users WHERE email = '{email}'"))  # expect: sql-injection
    return {"n": len(rows.all())}


@app.get("/users/bound")
def users_bound():
    email = request.args.get("email")
    rows = db.session.execute(text("SELECT * FROM users WHERE email = :email"), {"email": email})  # ok: sql-injection
    return {"n": len(rows.all())}


@app.get("/users/orm")
def users_orm():
    user = User.query.filter_by(email=request.args.get("email")).first()  # ok: sql-injection
    other = db.session.query(User).filter(User.email == request.args["email"]).first()  # ok: sql-injection
    return {"user": user.id, "other": other.id}


@app.delete("/users")
def remove():
    name = request.json["name"]
    with Session(engine) as session:
        session.execute("DELETE FROM users WHERE name = '" + name + "'")  # expect: sql-injection
        session.commit()
    with engine.connect() as connection:
        connection.execute(text("DELETE FROM logs WHERE name = '" + name.replace("'", "''") + "x'" + name))  # expect: sql-injection
    return "", 204
