import logging

from django.utils.deprecation import MiddlewareMixin

logger = logging.getLogger("library.access")


class AccessLog(MiddlewareMixin):
    def process_request(self, request):
        logger.info("from " + request.META.get("HTTP_REFERER", ""))  # expect: log-injection
        logger.info("method %s", request.method)  # ok: log-injection

    def process_response(self, request, response):
        response["X-Page"] = request.path
        return response
