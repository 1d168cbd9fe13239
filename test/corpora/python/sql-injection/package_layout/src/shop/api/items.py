from flask import jsonify, request

from shop.db import repositories
from shop.db.session import *
from . import api
from ..services import ItemService as Service


@api.route("/items")
def items():
    service = Service(repositories.ItemRepository(session()))
    return jsonify(service.search(request.args.get("q"), request.args.get("limit", type=int)))
