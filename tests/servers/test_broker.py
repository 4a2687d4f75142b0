"""The private Valkey is a real one that can go away and come back."""

from __future__ import annotations

import pytest
from redis.exceptions import ConnectionError as Away

from games import valkey


def test_it_comes_back_with_what_it_was_told(broker):
    with broker.client() as client:
        client.set("kept", "yes")
    broker.stop()
    assert not valkey.answers(broker.socket)
    broker.start()
    with broker.client() as client:
        assert client.get("kept") == b"yes"


def test_nobody_answers_while_it_is_away(broker):
    broker.stop()
    with broker.client() as client, pytest.raises(Away):
        client.get("anything")


@pytest.mark.django_db
def test_the_site_keeps_its_cache_there(broker):
    from django.core.cache import cache

    cache.set("here", 1)
    with broker.client() as client:
        assert any(b"here" in key for key in client.scan_iter())


def test_a_socket_path_that_is_too_long_goes_elsewhere_for_the_time_being(tmp_path):
    deep = tmp_path / ("deep" * 30)
    with valkey.socket_in(deep) as socket:
        assert valkey.short_enough(socket)
        assert socket.parent.exists()
    assert not socket.parent.exists()


def test_a_short_socket_path_stays_in_its_folder(tmp_path):
    with valkey.socket_in(tmp_path) as socket:
        assert socket.parent == tmp_path
