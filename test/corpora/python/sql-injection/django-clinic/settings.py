from pathlib import Path
import os

BASE_DIR = Path(__file__).resolve().parent.parent
SECRET_KEY = os.getenv("DJANGO_SECRET", "django-insecure-x1u&3m2kf9")  # expect: hard-coded-secret
DEBUG = os.environ.get("DEBUG") == "1"  # ok: debug-enabled
ALLOWED_HOSTS = ["clinic.example.org"]
INSTALLED_APPS = ["django.contrib.auth", "corsheaders", "rest_framework", "records"]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
]
SESSION_COOKIE_SECURE = False  # expect: insecure-cookie
SESSION_COOKIE_HTTPONLY = True  # ok: insecure-cookie
CORS_ALLOW_ALL_ORIGINS = True  # expect: cors-misconfiguration
CORS_ALLOW_CREDENTIALS = True
SESSION_SERIALIZER = "django.contrib.sessions.serializers.PickleSerializer"  # expect: unsafe-deserialization
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # expect: weak-hash
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": "clinic",
        "USER": "clinic",
        "PASSWORD": "p4ss-cl1nic!",  # expect: hard-coded-secret
        "HOST": "db",
    }
}
