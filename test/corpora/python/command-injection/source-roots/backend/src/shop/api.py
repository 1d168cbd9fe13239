from fastapi import FastAPI

from shop.orders.shell import Shell

app = FastAPI()


def execute(shell: Shell, name: str):
    shell.run(name)


@app.get("/run")
def run(name: str):
    execute(Shell("run "), name)
