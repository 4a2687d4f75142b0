"""All settings, read from the environment (see .env.example). A value that makes no sense is refused."""

from __future__ import annotations

from email.headerregistry import Address
from pathlib import Path
from urllib.parse import unquote

from csp.constants import NONE, SELF
from django.http.request import validate_host

from lanterns_site.environment import (
    address,
    is_broker,
    is_host,
    is_mail_address,
    is_mail_server,
    is_push_key,
    is_web_address,
    read,
    require,
)
from lanterns_site.logs import keep_secrets, tell_shortly

BASE_DIR = Path(__file__).resolve().parent.parent

# What kind of site this is
DEVELOPMENT = read("bool", "DEVELOPMENT", False)
TESTING = read("bool", "TESTING", False)
DEBUG = False
VAR_DIR = BASE_DIR / (var_dir := read("str", "VAR_DIR", "var").strip())
require(var_dir, "VAR_DIR must name a folder.")
require(VAR_DIR.is_dir() or not VAR_DIR.exists(), "VAR_DIR must name a folder, not a file.")
PORT = read("int", "PORT", 8000)
require(0 < PORT < 65536, f"PORT must be between 1 and 65535, not {PORT}.")
for name in ("WEB_CONCURRENCY", "WORKER_CONCURRENCY"):  # only the Procfile uses them
    require(read("int", name, 1) > 0, f"{name} must be 1 or more.")
SITE_NAME = read("str", "SITE_NAME", "Lakelight")
require(
    SITE_NAME.strip() and len(SITE_NAME) <= 40 and SITE_NAME.isprintable(),
    "SITE_NAME must be 1 to 40 characters on one line.",
)
SITE_URL = read("str", "SITE_URL", f"http://127.0.0.1:{PORT}" if DEVELOPMENT or TESTING else "").rstrip("/")
SITE_ADDRESS = address("SITE_URL", SITE_URL)
require(
    is_web_address(SITE_ADDRESS), "SITE_URL must be the site's address, such as https://play.example.org."
)
SITE_HOST = SITE_ADDRESS.hostname or ""
SECURE = SITE_ADDRESS.scheme == "https"
require(SECURE or DEVELOPMENT or TESTING, "SITE_URL must begin with https:// unless DEVELOPMENT is on.")
require(
    not TESTING or SITE_HOST in ("127.0.0.1", "localhost"),
    "TESTING is for tests on this machine, and guards passwords badly: a site with a SITE_URL goes without.",
)

SECRET_KEY = read(
    "str", "SECRET_KEY", "for development and tests only, never secret" if DEVELOPMENT or TESTING else ""
)
require(
    len(SECRET_KEY) >= 32 and len(set(SECRET_KEY)) > 8,
    "SECRET_KEY must be a secret text of at least 32 characters.",
)
ALLOWED_HOSTS = read(
    "list", "ALLOWED_HOSTS", [SITE_HOST, "localhost", "127.0.0.1"] if not SECURE else [SITE_HOST]
)
ALLOWED_HOSTS = [host.strip() for host in ALLOWED_HOSTS]
require(
    ALLOWED_HOSTS and all(is_host(host.removeprefix(".")) for host in ALLOWED_HOSTS),
    "ALLOWED_HOSTS must list host names without schemes and ports, and not '*'.",
)
require(validate_host(SITE_HOST, ALLOWED_HOSTS), "ALLOWED_HOSTS must have the host of SITE_URL among them.")
CSRF_TRUSTED_ORIGINS = [SITE_URL] if SECURE else []

INSTALLED_APPS = [
    "games",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "csp",
    "django_htmx",
    "template_partials",
]
MIDDLEWARE = [
    "games.pages.pulse.PulseMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "games.pages.api.middleware.ApiMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "games.pages.reader.ReaderMiddleware",
]
ROOT_URLCONF = read("str", "ROOT_URLCONF", "lanterns_site.urls") if TESTING else "lanterns_site.urls"
WSGI_APPLICATION = "lanterns_site.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "games.pages.reader.site",
            ]
        },
    }
]

# The truth
DATABASE_URL = read("str", "DATABASE_URL", f"sqlite:///{VAR_DIR / 'lakelight.sqlite3'}")
require(
    address("DATABASE_URL", DATABASE_URL).scheme in ("sqlite", "postgres", "postgresql"),
    "DATABASE_URL must begin with sqlite:// or postgres://.",
)
DATABASES = {"default": read("dj_db_url", "DATABASE_URL", DATABASE_URL) | {"CONN_MAX_AGE": 600}}
require(
    DATABASES["default"]["NAME"] not in ("", ":memory:"),
    "DATABASE_URL must name a database that all processes share, such as postgres://name:secret@host/lakelight.",
)
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }

# The bell: broker, and a cache for limits
REDIS_URL = read("str", "REDIS_URL", f"unix://{VAR_DIR / 'valkey.sock'}")
BROKER = address("REDIS_URL", REDIS_URL)
require(
    BROKER.scheme in ("redis", "rediss", "unix"), "REDIS_URL must begin with redis://, rediss:// or unix://."
)
require(
    is_broker(BROKER),
    "REDIS_URL must name a server, and perhaps a database by its number, or the full path of a socket.",
)
CACHES = {
    "default": {
        "BACKEND": "lanterns_site.cache.PatientCache",
        "LOCATION": REDIS_URL,
        "OPTIONS": {"socket_connect_timeout": 0.3, "socket_timeout": 0.5},
    }
}
CELERY_BROKER_URL = REDIS_URL.replace("unix://", "redis+socket://", 1)

# Mail
MAIL_PORTS = {"smtp": 25, "smtp+tls": 587, "smtp+ssl": 465}
EMAIL_URL = read("str", "EMAIL_URL", "")
require(
    EMAIL_URL or DEVELOPMENT or TESTING,
    "EMAIL_URL must name the mail server, such as smtp+tls://name:secret@host:587.",
)
if EMAIL_URL:
    MAIL_SERVER = address("EMAIL_URL", EMAIL_URL)
    require(
        MAIL_SERVER.scheme in MAIL_PORTS and is_mail_server(MAIL_SERVER),
        "EMAIL_URL must begin with smtp://, smtp+tls:// or smtp+ssl://, and name a host, such as"
        " smtp+tls://name:secret@host:587.",
    )
    EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    EMAIL_HOST, EMAIL_PORT = MAIL_SERVER.hostname, MAIL_SERVER.port or MAIL_PORTS[MAIL_SERVER.scheme]
    EMAIL_HOST_USER = unquote(MAIL_SERVER.username or "")
    EMAIL_HOST_PASSWORD = unquote(MAIL_SERVER.password or "")
    EMAIL_USE_TLS, EMAIL_USE_SSL = MAIL_SERVER.scheme == "smtp+tls", MAIL_SERVER.scheme == "smtp+ssl"
elif DEVELOPMENT:
    EMAIL_BACKEND = "games.devmail.EmailBackend"
EMAIL_TIMEOUT = 30
DEFAULT_FROM_EMAIL = read("str", "DEFAULT_FROM_EMAIL", str(Address(SITE_NAME, "noreply", SITE_HOST)))
require(
    is_mail_address(DEFAULT_FROM_EMAIL),
    "DEFAULT_FROM_EMAIL must be an address, such as Lakelight <noreply@example.org>.",
)
SERVER_EMAIL = DEFAULT_FROM_EMAIL

# Push: the secret by which push services know the site; where none is named, one is made of SECRET_KEY
PUSH_KEY = read("str", "PUSH_KEY", "")
require(
    not PUSH_KEY or is_push_key(PUSH_KEY),
    "PUSH_KEY must be the 43 characters that `manage.py push_key` makes.",
)
# Who sends it and tells us what came back: those of django-anymail that are content with a name and a secret.
MAIL_PROVIDERS = ("brevo", "mailjet", "postmark", "resend", "sparkpost")
MAIL_PROVIDER = read("str", "MAIL_PROVIDER", "")
require(
    MAIL_PROVIDER in ("", *MAIL_PROVIDERS),
    f"MAIL_PROVIDER must be one of {', '.join(MAIL_PROVIDERS)}, or empty.",
)
MAIL_EVENTS_SECRET = read("str", "MAIL_EVENTS_SECRET", "")
require(
    not MAIL_PROVIDER or ":" in MAIL_EVENTS_SECRET[1:-16],
    "MAIL_EVENTS_SECRET must be a name and a secret of at least 16 characters, with a colon between.",
)
ANYMAIL = {"WEBHOOK_SECRET": MAIL_EVENTS_SECRET}

# Webhooks
WEBHOOKS_TO_LOOPBACK = read("bool", "WEBHOOKS_TO_LOOPBACK", False)
require(
    not WEBHOOKS_TO_LOOPBACK or TESTING,
    "WEBHOOKS_TO_LOOPBACK is for tests: a site must send nothing to its own machine.",
)

# People
AUTH_USER_MODEL = "games.Person"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
if TESTING:  # an account in every test: a slow hash would cost more than all the rest
    PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "games"
ACCOUNT_ADAPTER = "games.pages.accounts.Adapter"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_SIGNUP_FORM_HONEYPOT_FIELD = "website"
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_LOGIN_ON_EMAIL_CONFIRMATION = True  # in the browser that signed up, and in no other
ACCOUNT_REAUTHENTICATION_METHODS = ("password",)
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_PRESERVE_USERNAME_CASING = True
# Beside the usual ones; to add either, a name is looked up while its sender waits.
ACCOUNT_RATE_LIMITS = {"add_webhook": "30/h/user", "add_device": "30/h/user"}
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGOUT_REDIRECT_URL = "/"
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if SECURE else "http"

# What the browser may do
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
        "manifest-src": [SELF],
        "worker-src": [SELF],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_SSL_REDIRECT = SECURE
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if SECURE else None
# Limits count the address that the proxy saw, which is the last one of X-Forwarded-For.
ALLAUTH_TRUSTED_PROXY_COUNT = 1 if SECURE else 0
SECURE_HSTS_SECONDS = 31_536_000 if SECURE else 0
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE
SESSION_COOKIE_AGE = 90 * 24 * 3600
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "games.pages.errors.csrf_failure"
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200
FILE_UPLOAD_HANDLERS: list[str] = []  # no form here takes a file: one that comes is not kept

# Words and times
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English")]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"
LOCALE_PATHS = [BASE_DIR / "games" / "locale"]

# Files that never change under one name
STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STORAGES = {
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if TESTING
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    }
}
WHITENOISE_USE_FINDERS = TESTING

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "filters": {
        name: {"()": "django.utils.log.CallbackFilter", "callback": callback}
        for name, callback in (("shortly", tell_shortly), ("secretly", keep_secrets))
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": "line",
            "filters": ["shortly", "secretly"],
        }
    },
    "root": {"handlers": ["console"], "level": "INFO"},
}
