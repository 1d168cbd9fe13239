# Named as a library is: absolute imports do not mean it, relative ones do.
from flask import request


def argument(name):
    return request.args.get(name)
