"""Routes that are registered by calls, on an application that is a class of its own."""
import os

from fastapi import APIRouter, FastAPI, Request


class Service(FastAPI):
    def __init__(self):
        super().__init__()
        self.add_api_route("/ping", self.ping)
        self.add_api_route("/count", endpoint=self.count)

    def ping(self, host: str):
        os.system("ping -c 1 " + host)  # expect: command-injection

    def count(self, times: int, request: Request):
        os.system(f"ping -c {times} localhost")  # ok: command-injection
        os.system("ping " + request.headers["x-host"])  # expect: command-injection

    def internal(self, host: str):
        os.system("ping -c 1 " + host)  # ok: command-injection


def trace(host: str):
    os.system("traceroute " + host)  # expect: command-injection


router = APIRouter()
router.add_api_route("/trace", trace)
