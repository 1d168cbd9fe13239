import os
import ssl

import aiohttp
import httpx
import paramiko
import requests
import urllib3

requests.get("https://a", verify=False)  # expect: tls-verification-disabled
requests.get("https://a", verify="/etc/ca.pem")  # ok: tls-verification-disabled
s = requests.Session()
s.verify = False  # expect: tls-verification-disabled
httpx.Client(verify=False)  # expect: tls-verification-disabled
ctx = ssl.create_default_context()  # ok: tls-verification-disabled
ctx.check_hostname = False  # expect: tls-verification-disabled
ctx.verify_mode = ssl.CERT_NONE  # expect: tls-verification-disabled
ssl._create_unverified_context()  # expect: tls-verification-disabled
urllib3.PoolManager(cert_reqs="CERT_NONE")  # expect: tls-verification-disabled
urllib3.PoolManager(cert_reqs="CERT_REQUIRED", ca_certs="/etc/ca.pem")  # ok: tls-verification-disabled
ssl._create_default_https_context = ssl._create_unverified_context  # expect: tls-verification-disabled
aiohttp.TCPConnector(ssl=False)  # expect: tls-verification-disabled
c = paramiko.SSHClient()
c.set_missing_host_key_policy(paramiko.AutoAddPolicy())  # expect: tls-verification-disabled
c.set_missing_host_key_policy(paramiko.RejectPolicy())  # ok: tls-verification-disabled
VERIFY = False
requests.post("https://a", data={}, verify=VERIFY)  # expect: tls-verification-disabled
