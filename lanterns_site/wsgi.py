"""The site as the web server calls it."""

from __future__ import annotations

import gc
import os
from functools import cached_property

import django
from django.core.handlers.wsgi import WSGIHandler, WSGIRequest

from lanterns_site.environment import refusal_on_one_line


class Request(WSGIRequest):
    """A request that can be read, whatever it says of itself.

    Its letters are UTF-8: the charset it names could be any codec of Python, also one that decodes no text.
    No cookie holds NUL, which PostgreSQL could not look up as the name of a session.
    """

    encoding = property(lambda self: None, lambda self, name: None)

    @cached_property
    def COOKIES(self) -> dict[str, str]:  # type: ignore[override]
        """The cookies that can be looked up."""
        return {name: value for name, value in super().COOKIES.items() if "\0" not in value}


class Handler(WSGIHandler):
    """Django's handler, with requests that can be read."""

    request_class = Request


os.environ.setdefault("DJANGO_SETTINGS_MODULE", "lanterns_site.settings")
with refusal_on_one_line():
    django.setup(set_prefix=False)
application = Handler()

# What the start has made is there to stay: the collector need not look at it again, nor, among so many
# objects of a request that are gone by themselves, as often as it does in a small program.
gc.collect()
gc.freeze()
gc.set_threshold(20_000, 10, 10)
