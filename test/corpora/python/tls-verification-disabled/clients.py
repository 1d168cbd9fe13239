import ssl

import httpx
import paramiko
import requests
import urllib3

VERIFY = False


def fetch(url):
    return requests.get(url, verify=False)  # expect: tls-verification-disabled


def fetch_constant(url):
    return requests.post(url, json={}, verify=VERIFY)  # expect: tls-verification-disabled


def fetch_fine(url):
    requests.get(url, verify="/etc/ssl/internal-ca.pem")  # ok: tls-verification-disabled
    return requests.get(url, timeout=5)  # ok: tls-verification-disabled


def session():
    own = requests.Session()
    own.verify = False  # expect: tls-verification-disabled
    other = requests.Session()
    other.verify = True  # ok: tls-verification-disabled
    return own, other


def context():
    insecure = ssl.create_default_context()
    insecure.check_hostname = False  # expect: tls-verification-disabled
    insecure.verify_mode = ssl.CERT_NONE  # expect: tls-verification-disabled
    secure = ssl.create_default_context()
    secure.verify_mode = ssl.CERT_REQUIRED  # ok: tls-verification-disabled
    return insecure, secure


def unverified():
    return ssl._create_unverified_context()  # expect: tls-verification-disabled


def old_protocol():
    return ssl.SSLContext(ssl.PROTOCOL_TLSv1)  # expect: weak-cipher


def new_protocol():
    return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # ok: tls-verification-disabled


def clients():
    loose = httpx.Client(verify=False)  # expect: tls-verification-disabled
    pool = urllib3.PoolManager(cert_reqs="CERT_NONE")  # expect: tls-verification-disabled
    strict = urllib3.PoolManager(cert_reqs="CERT_REQUIRED")  # ok: tls-verification-disabled
    return loose, pool, strict


def ssh():
    client = paramiko.SSHClient()
    client.set_missing_host_key_policy(paramiko.AutoAddPolicy())  # expect: tls-verification-disabled
    known = paramiko.SSHClient()
    known.set_missing_host_key_policy(paramiko.RejectPolicy())  # ok: tls-verification-disabled
    return client, known
