import logging

from .repositories import Repository

logger = logging.getLogger(__name__)


class BookService:
    def __init__(self, repository: Repository):
        self._repository = repository

    def search(self, query):
        logger.debug("searching")
        return [dict(row) for row in self._repository.search(query)]

    def one(self, book_id):
        return self._repository.by_id(book_id)

    def by_isbn(self, isbn):
        return self._repository.by_isbn(isbn)

    def rate(self, book_id, rating):
        self._repository.add_rating(book_id, rating.stars, rating.comment)
