from flask import jsonify, request

import shop.db.repositories as repositories
from shop.db.session import session
from . import api


class UserView:
    repository_class = repositories.UserRepository

    def __init__(self):
        self.repository = self.repository_class(session())

    def show(self, name):
        return jsonify(self.repository.by_name(name))


@api.route("/users/<name>")
def show(name):
    return UserView().show(name)


@api.route("/users/<int:user_id>/mail")
def mail(user_id):
    repository = repositories.UserRepository(session())
    return jsonify(repository.by_field("id", user_id) + repository.by_field(request.args["field"], "x"))
