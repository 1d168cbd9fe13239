import ssl

import urllib3

proxy = urllib3.ProxyManager("http://localhost:3128/", cert_reqs="CERT_NONE")  # expect: tls-verification-disabled
pool = urllib3.connection_from_url("https://example.org", cert_reqs=ssl.CERT_NONE)  # expect: tls-verification-disabled
sound = urllib3.ProxyManager("http://localhost:3128/", cert_reqs="CERT_REQUIRED")  # ok: tls-verification-disabled
context = ssl.create_default_context()
context.minimum_version = ssl.TLSVersion.TLSv1_1  # expect: weak-cipher
context.minimum_version = ssl.TLSVersion.TLSv1_2  # ok: tls-verification-disabled
context.set_ciphers("ALL:NULL")  # expect: weak-cipher
context.set_ciphers("DEFAULT@SECLEVEL=0")  # expect: weak-cipher
context.set_ciphers("ECDHE+AESGCM:!aNULL:!MD5:!3DES")  # ok: tls-verification-disabled
