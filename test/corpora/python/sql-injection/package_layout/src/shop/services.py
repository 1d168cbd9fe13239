class Service:
    def __init__(self, repository):
        self._repository = repository


class ItemService(Service):
    def search(self, text, limit=None):
        criteria = {"text": text, "limit": limit or 20}
        return self._repository.find(**criteria)
