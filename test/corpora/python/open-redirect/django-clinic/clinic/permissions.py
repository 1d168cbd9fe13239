import functools
import json

from django.http import HttpResponseBadRequest, JsonResponse


def json_body(*required):
    def outer(view):
        @functools.wraps(view)
        def inner(request, *args, **kwargs):
            try:
                request.payload = json.loads(request.body)
            except ValueError:
                return HttpResponseBadRequest("not JSON")
            missing = [k for k in required if k not in request.payload]
            if missing:
                return JsonResponse({"missing": missing}, status=400)
            return view(request, *args, **kwargs)

        return inner

    return outer


def digits_only(param):
    def outer(view):
        @functools.wraps(view)
        def inner(request, *args, **kwargs):
            if not request.GET.get(param, "").isdigit():
                return HttpResponseBadRequest(param)
            return view(request, *args, **kwargs)

        return inner

    return outer
