from .extensions import db

class BaseModel(db.Model):
    __abstract__ = True
    id = db.Column(db.Integer, primary_key=True)

    @classmethod
    def search(cls, where):
        return db.session.execute(db.text("SELECT * FROM %s WHERE %s" % (cls.__tablename__, where)))  # expect: sql-injection

    def save(self):
        db.session.add(self)
        db.session.commit()

class User(BaseModel):
    __tablename__ = "users"
    name = db.Column(db.String)

    @staticmethod
    def by_name(name):
        return User.query.filter(User.name == name).first()  # ok: sql-injection

    @property
    def home(self):
        return "/home/" + self.name
