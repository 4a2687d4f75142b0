"""Feed, calendar and the page of notices are the same in worlds that look the same to their reader."""

from __future__ import annotations

import pytest
import time_machine
from django.urls import reverse

from games.actions.feeds import make_feed_key
from games.models import Game
from tests.site.cast import NOW, as_client, running
from tests.site.worlds import after_turns, redeal, seen


@pytest.fixture(params=["hidden", "open"])
def under_way(request, mei, joon) -> Game:
    """A game of two, with five turns behind it: joon is to act."""
    options = {"edition": "printed", "lanterns": request.param}
    return after_turns(running(mei, joon, options=options), mei, joon, turns=5)


@pytest.mark.parametrize("viewer", [0, 1])
def test_nothing_that_is_hidden_leaves_by_feed_calendar_or_the_page_of_notices(under_way, mei, joon, viewer):
    reader = (mei, joon)[viewer]
    key, client = make_feed_key(reader), as_client(reader)

    def everything() -> list[str]:
        feeds = [client.get(reverse(name, args=[key])).content.decode() for name in ("atom", "calendar")]
        return [*feeds, seen(client.get(reverse("told")).content.decode())]

    with time_machine.travel(NOW, tick=False):
        before = everything()
        redeal(under_way, viewer)
        assert everything() == before
    atom, calendar, told = before
    assert under_way.slug in atom
    assert (under_way.slug in calendar) == (viewer == 1)
    assert under_way.slug in told
