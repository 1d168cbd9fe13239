import asyncio
import json
import os
import subprocess


def lambda_handler(event, context):
    os.system("convert " + event["file"])  # expect: command-injection
    subprocess.run(["convert", event["file"], "/tmp/out.png"])  # ok: command-injection
    page = f"<h1>{event['queryStringParameters']['name']}</h1>"
    return {"statusCode": 200, "headers": {"Content-Type": "text/html"}, "body": page}  # expect: xss


def api_handler(event, context):
    name = json.loads(event["body"])["name"]
    # ok: xss
    return {"statusCode": 200, "headers": {"Content-Type": "application/json"}, "body": json.dumps({"name": name})}


async def run_handler(event, context):
    await asyncio.subprocess.create_subprocess_shell(event["cmd"])  # expect: command-injection
    await asyncio.create_subprocess_exec("bash", "-c", event["cmd"])  # expect: command-injection
    await asyncio.create_subprocess_exec("ls", event["dir"])  # ok: command-injection
    loop = asyncio.get_running_loop()
    await loop.subprocess_shell(asyncio.SubprocessProtocol, event["cmd"])  # expect: command-injection
