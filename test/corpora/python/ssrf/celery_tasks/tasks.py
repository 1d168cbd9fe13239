import requests
from celery import Celery, shared_task

app = Celery("jobs")


@app.task
def fetch(url):
    return requests.get(url, timeout=10).text  # expect: ssrf


@shared_task
def ping(host_id):
    return requests.get("https://status.internal/hosts/%d" % host_id).ok  # ok: ssrf
