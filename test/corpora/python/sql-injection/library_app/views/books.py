from flask import Blueprint, g, jsonify, request

from ..repositories import get_repository
from ..schemas import BookQuery, Rating
from ..services import BookService

books = Blueprint("books", __name__)


@books.before_request
def prepare():
    g.language = request.headers.get("Accept-Language", "en")
    g.limit = int(request.args.get("limit", 20))


def service() -> BookService:
    return BookService(get_repository("sqlite"))


@books.get("/")
def search():
    query = BookQuery(title=request.args.get("title", ""), order=request.args.get("order", "title"), limit=g.limit)
    return jsonify(service().search(query))


@books.route("/<int:book_id>")
def one(book_id):
    return jsonify(service().one(book_id))


@books.route("/isbn/<isbn>")
def by_isbn(isbn):
    return jsonify(service().by_isbn(isbn))


@books.post("/<int:book_id>/ratings")
def rate(book_id):
    rating = Rating(**request.get_json())
    service().rate(book_id, rating)
    return "", 204
