SECRET_KEY = "django-insecure-7d!x2k3jq0"  # expect: hard-coded-secret
DEBUG = True  # expect: debug-enabled
ALLOWED_HOSTS = ["shop.example.org"]
SESSION_COOKIE_SECURE = False  # expect: insecure-cookie
CSRF_COOKIE_SECURE = True  # ok: insecure-cookie
CORS_ALLOW_ALL_ORIGINS = True  # expect: cors-misconfiguration
INSTALLED_APPS = ["django.contrib.admin", "corsheaders", "shop"]
MIDDLEWARE = [  # ok: csrf-disabled
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
]
ROOT_URLCONF = "shop.urls"
