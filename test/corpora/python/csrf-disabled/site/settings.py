import os

SECRET_KEY = os.environ["SECRET_KEY"]  # ok: hard-coded-secret
DEBUG = os.environ.get("DEBUG") == "1"  # ok: debug-enabled
ROOT_URLCONF = "site.urls"
SESSION_COOKIE_SECURE = True  # ok: insecure-cookie
INSTALLED_APPS = ["django.contrib.sessions"]
MIDDLEWARE = ["django.contrib.sessions.middleware.SessionMiddleware", "django.middleware.common.CommonMiddleware"]  # expect: csrf-disabled
