import subprocess

import requests

from models import Watch


def fetch_all():
    for watch in Watch.objects.filter(active=True):
        requests.get(watch.url)  # expect: ssrf
        requests.get(watch.home)  # ok: ssrf
        subprocess.run("notify " + watch.title, shell=True)  # expect: command-injection
        subprocess.run("sleep " + watch.interval, shell=True)  # ok: command-injection


def fetch_one(pk):
    watch = Watch.objects.get(pk=pk)
    requests.get(watch.address())  # expect: ssrf


def fetch_given(watch: Watch):
    requests.get(watch.url)  # expect: ssrf


def fetch_new():
    watch = Watch()
    requests.get(watch.url)  # ok: ssrf
