"""What the process keeps to be quick is never shown to another reader, and does not grow without end."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from itertools import product

import pytest
from django.urls import reverse

from games import store, tables
from games.models import Game, Person
from games.pages import rows
from games.pages.log import MOST_READERS
from tests.site.cast import as_client, running
from tests.site.worlds import after_turns, forget, seen

ZONES = ["", "Asia/Seoul", "America/New_York"]
PAGES = ["", "?log=all", "at/3/", "record/"]


@pytest.fixture
def under_way(mei, joon) -> Game:
    """A game with hidden lanterns and no title, so that the names of its players are shown everywhere."""
    options = {"edition": "printed", "lanterns": "hidden"}
    return after_turns(running(mei, joon, options=options), mei, joon, turns=5)


def changes(game: Game, mei: Person) -> Iterator[None]:
    """The same game under every name and in every zone of one of its players."""
    for name, zone in product(["mei", "<i>mei", "you", "mei"], ZONES):
        Person.objects.filter(pk=mei.pk).update(username=name, time_zone=zone)
        yield


def pages(game: Game, *readers: Person | None) -> list[str]:
    """What each reader sees on each page of the game and in their own list."""
    found = []
    for reader in readers:
        client = as_client(reader)
        addresses = [game.get_absolute_url() + part for part in PAGES]
        answers = [client.get(it).content.decode() for it in [*addresses, reverse("games")] if reader or it]
        found += [seen(it) if "<main" in it else it for it in answers]
    return found


def forget_everything() -> None:
    """As a process that has shown nothing yet."""
    forget()
    tables._log_turn.cache_clear()
    rows.profile_link.cache_clear()


def test_whoever_looked_before_changes_nothing(under_way, mei, joon, ines):
    readers = [mei, joon, ines, None]
    for _ in changes(under_way, mei):
        warm = [pages(under_way, it) for it in [*readers, *reversed(readers)]][len(readers) :]
        fresh = []
        for reader in reversed(readers):
            forget_everything()
            fresh.append(pages(under_way, reader))
        assert warm == fresh


def test_a_line_of_the_log_is_kept_for_so_many_readers_and_no_more(under_way, mei):
    client = as_client(mei)
    for n in range(MOST_READERS + 2):
        Person.objects.filter(pk=mei.pk).update(username=f"mei{n}")
        client.get(under_way.get_absolute_url())
    kept = [len(turn.kept) for turn in tables.table_for(under_way.slug, mei).log]
    assert max(kept) <= MOST_READERS


class Crowded(OrderedDict[str, store.Loaded]):
    """Positions that another thread throws away as soon as they are kept."""

    def __setitem__(self, slug: str, position: store.Loaded) -> None:
        super().__setitem__(slug, position)
        self.pop(slug)


def test_a_game_is_shown_though_another_thread_makes_room_at_that_moment(under_way, mei, monkeypatch):
    monkeypatch.setattr(store, "_positions", Crowded())
    assert as_client(mei).get(under_way.get_absolute_url()).status_code == 200
