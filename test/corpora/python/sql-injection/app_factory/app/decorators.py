from functools import wraps
from flask import abort, g, request

def login_required(f):
    @wraps(f)
    def wrapper(*args, **kwargs):
        if g.user is None:
            abort(401)
        return f(*args, **kwargs)
    return wrapper

def with_param(name):
    def outer(f):
        @wraps(f)
        def wrapper(*args, **kwargs):
            return f(*args, value=request.args.get(name), **kwargs)
        return wrapper
    return outer
