"""An application after the ASGI specification: the scope says what the client asked for, and what the server is."""
import os
import subprocess


async def app(scope, receive, send):
    os.system("touch " + scope["path"])  # expect: command-injection
    os.system("touch " + scope.get("query_string").decode())  # expect: command-injection
    os.system("touch " + scope.get("scheme"))  # ok: command-injection
    subprocess.run(["touch", "--", scope["path"]])  # ok: command-injection
