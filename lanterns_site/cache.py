"""The cache behind the limits on sign-in and the like, and behind who looks at what."""

from __future__ import annotations

import logging
from typing import Any

from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.exceptions import RedisError

from lanterns_site.breaker import Breaker

logger = logging.getLogger(__name__)

# A server that hangs costs each question half a second; then this process leaves it alone for so long.
breaker = Breaker(5.0)


def patient(name: str, without: Any) -> Any:
    """The client's method, answering `without` while the server is away."""

    def call(self: PatientClient, *args: Any, **kwargs: Any) -> Any:
        otherwise = args[1] if name == "get" and len(args) > 1 else without
        if breaker.tripped():
            return otherwise
        try:
            return getattr(RedisCacheClient, name)(self, *args, **kwargs)
        except RedisError as error:
            breaker.trip()
            logger.warning("The cache is away: %s", error)
            return otherwise

    return call


class PatientClient(RedisCacheClient):
    """A client to which a server that is away looks like an empty one."""

    get = patient("get", None)
    set = patient("set", None)
    add = patient("add", True)
    touch = patient("touch", False)
    delete = patient("delete", False)
    get_many = patient("get_many", {})
    has_key = patient("has_key", False)
    incr = patient("incr", 1)
    set_many = patient("set_many", None)
    delete_many = patient("delete_many", None)
    clear = patient("clear", False)


class PatientCache(RedisCache):
    """A Redis cache that nobody has to wait for."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = PatientClient
