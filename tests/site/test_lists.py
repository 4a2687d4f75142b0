"""Lists of games: their rows tell what columns tell, in a number of queries that never grows."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games import lists
from games.actions import play
from games.clock.terms import DAY, Pace, Terms
from games.lists import OpenFilters, PastFilters
from games.models import Game, Person, Seat
from tests.site.cast import finished, person, running
from tests.site.tables import opened

ANY = OpenFilters()
ALL = PastFilters()


def past(*sitters: Person, scores: tuple[int, ...], places: tuple[int, ...], now, **fields: object) -> Game:
    """A game that ended with these scores, as the columns have it."""
    values = {"rules": "lanterns", "size": len(sitters), **Game.with_terms(Terms()), "people": len(sitters)}
    when = {"opened_at": now, "started_at": now, "ended_at": now, "scored_at": now}
    game = Game.objects.create(status="scored", **(values | when | fields))
    Seat.objects.bulk_create(
        Seat(game=game, number=n, person=it, joined=n, score=scores[n], place=places[n])
        for n, it in enumerate(sitters)
    )
    return game


def titles(page: lists.Page) -> list[str]:
    """The titles of a page."""
    return [row.title for row in page.rows]


def test_a_row_tells_who_plays_and_whom_it_waits_for(mei, joon):
    game = running(mei, joon, "sensibly", title="Plum", turn=7 * DAY)
    (row,) = lists.running_public(None, 1).rows
    assert (row.slug, row.title, row.rules_name, row.size, row.terms.pace) == (
        game.slug,
        "Plum",
        "Lanterns",
        3,
        Pace(turn=7 * DAY),
    )
    assert [seat.name for seat in row.seats] == ["mei", "joon", "House"]
    assert (row.waits_for.name, row.your_turn, row.you) == ("mei", False, None)
    assert (row.turns_done, row.turns_all, row.deadline_at) == (0, game.turns_all, game.deadline_at)


def test_a_row_knows_the_turn_of_its_viewer(mei, joon):
    running(mei, joon)
    rows = [lists.my_games(it, 1).running.rows[0] for it in (mei, joon)]
    assert [(row.you.name, row.your_turn) for row in rows] == [("mei", True), ("joon", False)]


def test_house_players_are_told_apart(mei):
    running(mei, "sensibly", "randomly")
    assert [seat.name for seat in lists.running_public(None, 1).rows[0].seats][1:] == [
        "House",
        "House B",
    ]


def test_somebody_who_left_the_site_keeps_a_seat_without_a_name(mei, joon):
    game = running(mei, joon)
    Seat.objects.filter(game=game, number=1).update(person=None)
    (row,) = lists.running_public(None, 1).rows
    assert [(seat.name, seat.empty) for seat in row.seats] == [("mei", False), ("Former player 2", False)]


def test_a_table_without_a_title_is_called_by_who_sits_there(mei, joon):
    opened(mei, joon)
    assert titles(lists.open_tables(ANY, None, 1)) == ["A table with mei and joon"]


def test_free_seats_are_counted_from_the_seats(mei, joon):
    opened(mei, joon, house=("sensibly",))
    (row,) = lists.open_tables(OpenFilters(free=1), None, 1).rows
    assert row.free == 1
    assert lists.open_tables(OpenFilters(free=2), None, 1).rows == ()


def test_what_waits_for_a_person_comes_first_by_deadline(mei, joon, now):
    running(joon, mei, title="joon's", turn=DAY)
    running(mei, joon, title="later", turn=7 * DAY)
    running(mei, joon, title="sooner", turn=2 * DAY)
    running(joon, mei, title="joon's slow", turn=14 * DAY)
    assert titles(lists.my_games(mei, 1).running) == ["sooner", "later", "joon's", "joon's slow"]
    assert [row.your_turn for row in lists.my_games(mei, 1).running.rows] == [True, True, False, False]


@pytest.mark.parametrize(
    ("yours", "theirs", "page"), [(3, 2, 1), (15, 2, 1), (16, 2, 1), (16, 2, 2), (15, 0, 1)]
)
def test_what_waits_is_counted_beyond_the_page(mei, joon, yours, theirs, page):
    for _ in range(yours):
        running(mei, joon)
    for _ in range(theirs):
        running(joon, mei)
    assert lists.my_games(mei, page).waiting == lists.waiting(mei) == yours


def test_a_game_stands_once_in_ones_own_list(mei, joon, ines):
    running(mei, joon, ines)
    running(joon, mei, ines)
    assert len(lists.my_games(mei, 1).running.rows) == 2


def test_ones_own_games_are_not_among_those_to_watch(mei, joon, ines):
    running(mei, joon, title="theirs")
    running(ines, joon, title="hers too")
    seen = [set(titles(lists.running_public(it, 1))) for it in (mei, joon, ines, None)]
    assert seen == [{"hers too"}, set(), {"theirs"}, {"theirs", "hers too"}]


def test_the_last_played_game_is_watched_first(mei, joon, ines, now):
    running(mei, joon, title="older", now=now - timedelta(hours=2))
    running(joon, ines, title="newer")
    assert titles(lists.running_public(None, 1)) == ["newer", "older"]


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        (PastFilters(), ["lost", "shared", "won"]),
        (PastFilters(result="won"), ["won"]),
        (PastFilters(result="shared"), ["shared"]),
        (PastFilters(result="lost"), ["lost"]),
        (PastFilters(opponent="INES"), ["lost"]),
        (PastFilters(opponent="mei"), []),
        (PastFilters(opponent="nobody"), []),
        (PastFilters(opponent="\0"), []),
        (PastFilters(year=2026), ["lost", "shared"]),
        (PastFilters(year=2024), ["won"]),
        (PastFilters(rules="lanterns", result="won", opponent="joon", year=2024), ["won"]),
        (PastFilters(rules="titania"), []),
    ],
)
def test_history_is_filtered(mei, joon, ines, now, filters, found):
    hour = timedelta(hours=1)
    past(mei, joon, scores=(40, 30), places=(1, 2), title="won", now=now - timedelta(days=800))
    past(mei, joon, scores=(40, 40), places=(1, 1), title="shared", now=now)
    past(ines, mei, scores=(50, 30), places=(1, 2), title="lost", now=now + hour)
    assert titles(lists.history(mei, filters, mei, 1)) == found


def test_history_keeps_games_by_link_to_those_who_took_part(mei, joon, ines, now):
    past(mei, joon, scores=(40, 30), places=(1, 2), title="ours", public=False, now=now)
    past(mei, joon, scores=(40, 30), places=(1, 2), title="open to all", now=now + timedelta(hours=1))
    seen = {it: titles(lists.history(mei, ALL, it, 1)) for it in (mei, joon, ines, None)}
    assert seen[mei] == seen[joon] == ["open to all", "ours"]
    assert seen[ines] == seen[None] == ["open to all"]


def test_history_holds_what_has_ended_and_nothing_else(mei, joon, now):
    running(mei, joon)
    opened(mei)
    game = finished(mei, joon)
    (row,) = lists.history(mei, ALL, None, 1).rows
    assert (row.id, row.you.name, row.you.place) == (game.id, "mei", None)
    play.score(game.id, now)
    (row,) = lists.history(mei, ALL, None, 1).rows
    assert row.you.score == Seat.objects.get(game=game, person=mei).score


def test_the_year_of_a_game_is_that_of_the_readers_zone(mei, joon, now):
    past(mei, joon, scores=(4, 3), places=(1, 2), now=now.replace(month=12, day=31, hour=23, minute=30))
    with timezone.override(mei.zone):
        assert len(lists.history(mei, PastFilters(year=2027), mei, 1).rows) == 1


def many(number: int, now, mei: Person, joon: Person) -> None:
    """So many games of every kind."""
    for n in range(number):
        when = now + timedelta(minutes=n)
        opened(mei, joon, title=f"open {n}", now=when)
        running(mei, joon, title=f"running {n}", now=when)
        running(joon, mei, title=f"theirs {n}", now=when)
        past(mei, joon, scores=(4, 3), places=(1, 2), title=f"past {n}", now=when)


def queries_of(ask) -> int:
    """How many queries a question takes."""
    with CaptureQueriesContext(connection) as queries:
        ask()
    return len(queries)


@pytest.mark.parametrize(
    ("ask", "queries"),
    [
        (lambda mei, joon, now: lists.my_games(mei, 1), 4),
        (lambda mei, joon, now: lists.open_tables(OpenFilters(free=2), mei, 1), 2),
        (lambda mei, joon, now: lists.running_public(mei, 1), 2),
        (lambda mei, joon, now: lists.history(mei, PastFilters(result="won"), joon, 1), 2),
        (lambda mei, joon, now: lists.waiting(mei), 1),
        (lambda mei, joon, now: lists.most_urgent(mei), 1),
    ],
)
def test_no_list_needs_more_queries_for_more_games(mei, joon, now, ask, queries):
    many(1, now, mei, joon)
    assert queries_of(lambda: ask(mei, joon, now)) <= queries
    many(21, now, mei, joon)
    assert queries_of(lambda: ask(mei, joon, now)) <= queries


def test_pages_have_at_most_twenty_rows_and_every_game_stands_on_one(mei, joon, now):
    for n in range(45):
        past(mei, joon, scores=(4, 3), places=(1, 2), title=str(n), now=now + timedelta(minutes=n // 3))
    pages = [lists.history(mei, ALL, None, number) for number in (1, 2, 3, 4)]
    assert [len(page.rows) for page in pages] == [20, 20, 5, 0]
    assert [page.more for page in pages] == [True, True, False, False]
    assert len({row.id for page in pages for row in page.rows}) == 45


def test_people_are_found_in_whatever_case(mei):
    odd = person("Åse")
    assert lists.person_named("MEI") == mei
    assert lists.person_named("ÅSE") == odd
    assert lists.person_named("me") is None
    assert lists.person_named("\0") is None
