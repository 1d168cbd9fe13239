import os

DEBUG = os.environ.get("DEBUG") == "1"  # ok: debug-enabled
SECRET_KEY = "u8#kd0-2lq!x%m1s9vb7&wz4p^c3hj5r6tyg_ae"  # expect: hard-coded-secret
ALLOWED_HOSTS = ["shop.example.org"]
SESSION_COOKIE_SECURE = False  # expect: insecure-cookie
CSRF_COOKIE_SECURE = True  # ok: insecure-cookie
CORS_ALLOW_ALL_ORIGINS = True  # expect: cors-misconfiguration
CORS_ALLOW_CREDENTIALS = True
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # expect: weak-hash
DATABASES = {"default": {"ENGINE": "django.db.backends.postgresql", "PASSWORD": os.environ["PGPASSWORD"]}}  # ok: hard-coded-secret
