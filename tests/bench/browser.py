"""A caller that asks the site's WSGI application directly and counts the processor time of each answer."""

from __future__ import annotations

import gzip
import io
from dataclasses import dataclass
from time import process_time
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.middleware.csrf import _get_new_csrf_string

from games.models import Person


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer: its status and body, and what it took, in milliseconds of processor time."""

    status: int
    body: bytes
    cost: float

    @property
    def zipped(self) -> int:
        """Its size as it goes over the line."""
        return len(gzip.compress(self.body, 6))


class Browser:
    """Somebody signed in."""

    def __init__(self, app: Any, person: Person | None = None) -> None:
        self.app = app
        self.secret = _get_new_csrf_string()
        cookies = {"csrftoken": self.secret}
        if person is not None:
            session = SessionStore()
            session[SESSION_KEY] = str(person.pk)
            session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
            session[HASH_SESSION_KEY] = person.get_session_auth_hash()
            session.save()
            cookies["sessionid"] = session.session_key
        self.cookies = "; ".join(f"{name}={value}" for name, value in cookies.items())

    def get(self, path: str, **headers: str) -> Answer:
        """Fetch a page; headers as WSGI names them."""
        return self._ask("GET", path, b"", headers)

    def post(self, path: str, fields: dict[str, Any], **headers: str) -> Answer:
        """Send a form."""
        body = urlencode({"csrfmiddlewaretoken": self.secret, **fields}, doseq=True).encode()
        headers["CONTENT_TYPE"] = "application/x-www-form-urlencoded"
        return self._ask("POST", path, body, headers)

    def _ask(self, method: str, address: str, body: bytes, headers: dict[str, str]) -> Answer:
        path, _, query = address.partition("?")
        environ: dict[str, Any] = {
            "REQUEST_METHOD": method,
            "PATH_INFO": path,
            "QUERY_STRING": query,
            "SERVER_NAME": "127.0.0.1",
            "SERVER_PORT": "8000",
            "HTTP_HOST": "127.0.0.1:8000",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "HTTP_COOKIE": self.cookies,
            "CONTENT_LENGTH": str(len(body)),
            "wsgi.url_scheme": "http",
            "wsgi.input": io.BytesIO(body),
            "wsgi.errors": io.StringIO(),
            **headers,
        }
        status: list[str] = []
        began = process_time()
        answer = self.app(environ, lambda line, _headers, _error=None: status.append(line))
        content = b"".join(answer)
        answer.close()
        return Answer(int(status[0][:3]), content, (process_time() - began) * 1000)
