"""The cache behind the limits on sign-in and the like."""

from __future__ import annotations

import logging
from typing import Any

from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)


def patient(name: str, without: Any) -> Any:
    """The client's method, answering `without` while the server is away."""

    def call(self: PatientClient, *args: Any, **kwargs: Any) -> Any:
        try:
            return getattr(RedisCacheClient, name)(self, *args, **kwargs)
        except RedisError as error:
            logger.warning("The cache is away: %s", error)
            return args[1] if name == "get" and len(args) > 1 else without

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
