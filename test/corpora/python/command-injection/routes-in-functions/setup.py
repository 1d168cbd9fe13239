"""Routes that functions and classes register on an application that they are given, make or extend."""
import subprocess

from fastapi import APIRouter, FastAPI

from settings import pages


class App(FastAPI):
    """An application of this company's."""

    @staticmethod
    def create_app(folder: str) -> "App":
        app = App()

        @app.get("/files/{name}")
        def file(name: str):
            subprocess.run("cat " + folder + name, shell=True)  # expect: command-injection

        @app.get("/number/{number}")
        def number(number: int):
            subprocess.run("seq " + str(number), shell=True)  # ok: command-injection

        return app


def add_routes(app: FastAPI):
    @app.post("/ping")
    def ping(host: str):
        subprocess.run("ping " + host, shell=True)  # expect: command-injection

    @app.on_event("startup")
    def started(host: str):
        subprocess.run("ping " + host, shell=True)  # ok: command-injection


def make_router():
    router = APIRouter(prefix="/tools")

    @router.get("/whois")
    async def whois(domain: str):
        subprocess.run("whois " + domain, shell=True)  # expect: command-injection

    return router


class Tools:
    def __init__(self, app: FastAPI):
        self.router = APIRouter()
        self.prefix = "nslookup "
        self.router.add_api_route("/lookup", self.lookup, methods=["GET"])
        self.register()
        app.include_router(self.router)

    def register(self):
        @self.router.get("/dig")
        def dig(domain: str):
            subprocess.run("dig " + domain, shell=True)  # expect: command-injection

    def lookup(self, domain: str):
        subprocess.run(self.prefix + domain, shell=True)  # expect: command-injection

    def unused(self, domain: str):
        subprocess.run(domain, shell=True)  # ok: command-injection


def make_cache(cache):
    @pages.get("/x")
    def loaded(key: str):
        subprocess.run(key, shell=True)  # ok: command-injection

    @cache.get("/x")
    def kept(key: str):
        subprocess.run(key, shell=True)  # ok: command-injection

    return kept, loaded


app = App()


@app.get("/root")
def root(command: str):
    subprocess.run(command, shell=True)  # expect: command-injection
