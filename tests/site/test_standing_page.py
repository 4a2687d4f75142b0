"""How a table stands, as its page says it: beside the board, to those who play there and to all others."""

from __future__ import annotations

import pytest
import time_machine
from django.utils import timezone

from games.actions import breaks
from games.clock.terms import DAY, HOUR
from games.models import Game, Person
from tests.site.absences import stay_away, table
from tests.site.asking import kept
from tests.site.cast import as_client, person, running
from tests.site.tables import text
from tests.site.test_standing import KEEPS, OSLO, STUCK, deserted, frozen


@pytest.fixture(autouse=True)
def in_oslo(db):
    """Times are shown where mei lives: two hours ahead."""
    with timezone.override(OSLO):
        yield


def page(game: Game, by: Person | None, now) -> str:
    """What the page of the table says."""
    with time_machine.travel(now, tick=False):
        return text(as_client(by).get(game.get_absolute_url()))


def html(game: Game, by: Person | None, now) -> str:
    with time_machine.travel(now, tick=False):
        return as_client(by).get(game.get_absolute_url()).content.decode()


def test_the_page_says_all_of_it_beside_the_board(game, mei, joon, now):
    breaks.go_away(joon, now, now + 9 * DAY, now)
    said = page(game, mei, now)
    for it in ("3 days left, Sun 12:40", "away until 3 Oct", KEEPS, "Time and people"):
        assert it in said


def test_the_page_tells_of_holidays_to_the_people_of_the_table_only(game, mei, joon, ines, now):
    breaks.go_away(joon, now, now + 9 * DAY, now)
    breaks.go_away(mei, now, now + 8 * DAY, now)
    breaks.come_home(joon, now + HOUR)
    for by in (mei, joon):
        said = page(game, by, now + HOUR)
        for it in ("stands still until 2 Oct, ", "until 3 Oct, ", "came back early"):
            assert it in said
    for by in (ines, None):
        said = page(game, by, now + HOUR)
        assert "stands still" in said
        for it in ("Oct", "away until", "holiday", "came back", " d left", " h left"):
            assert it not in said
        assert "2026-10" not in html(game, by, now + HOUR)


def test_the_head_of_the_page_tells_whose_turn_it_is_and_the_clock_apart(game, mei, now):
    assert "Your turn · 3 days left" in page(game, mei, now)
    breaks.go_away(mei, now, now + 9 * DAY, now)
    assert "Your turn · the clock stands still" in page(game, mei, now)


def test_the_page_of_a_game_without_players_says_so_and_offers_no_turn(mei, joon):
    game = deserted(mei, joon)
    game.refresh_from_db()
    at = game.ends_at - 2 * DAY
    for by in (mei, joon, None):
        said, found = page(game, by, at), html(game, by, at)
        assert "Nobody plays ends on Wed" in said
        assert "is thinking" not in said
        assert 'id="draft"' not in found and "spot" not in found


def test_a_game_with_a_fault_offers_no_turn_but_shows_ones_hand(game, mei, now):
    found = html(frozen(game, now), mei, now)
    assert 'id="draft"' not in found and "spot" not in found
    assert "hand-tile" in found
    assert "The game stands still" in found
    assert STUCK in found


def test_a_seat_that_is_kept_is_no_turn_of_its_owners(mei, joon, ines):
    game = table(mei, joon, ines, after=1)
    at = stay_away(game, mei)
    game.refresh_from_db()
    Game.objects.filter(id=game.id).update(to_act=0, waits_for=None, still="house", deadline_at=None)
    found = html(game, mei, at)
    assert "The house plays for you" in found
    assert 'id="draft"' not in found


def test_a_name_cannot_be_markup_at_its_seat(game, now):
    Person.objects.filter(username="joon").update(username="<b>o</b>")
    kept(game, 1)
    assert "house plays for &lt;b&gt;o&lt;/b&gt;" in html(game, None, now)


def test_somebody_in_another_zone_reads_their_own_times(mei, joon, now):
    game = running(mei, joon)
    assert "until Sun 19:40" in page(game, joon, now)
    assert "until Sun 10:40" in page(game, person("noor"), now)
