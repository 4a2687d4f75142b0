"""The calendar of deadlines: one changing event a game, the deadline of page and mail, whatever the title."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from icalendar import Calendar

from games.actions import breaks, play, votes, watch
from games.actions.feeds import make_feed_key
from games.clock.terms import DAY, MINUTE, SOCIABLE, SOFT, Pace, Terms
from games.models import Choices, Game, Outage, Person
from games.notices.deadlines import USUAL_LEAD, calendar
from games.notices.words import name_in_line
from tests.site.cast import NOW, a_turn, running

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def events(person: Person) -> list:
    """The events of somebody's calendar, read back by a program."""
    person.refresh_from_db()
    return Calendar.from_ical(calendar(person)).events


def event(person: Person):
    """The only one there is."""
    (it,) = events(person)
    return it


def take_turn(game: Game, person: Person, now: datetime) -> None:
    """Some whole turn."""
    game.refresh_from_db()
    play.submit_turn(game.id, person.id, game.seq, a_turn(game), now)
    game.refresh_from_db()


def leads(it) -> list[timedelta]:
    """How long before its end an event reminds."""
    assert all(alarm["TRIGGER"].params["RELATED"] == "END" for alarm in it.walk("VALARM"))
    return [-alarm["TRIGGER"].dt for alarm in it.walk("VALARM")]


def test_an_event_ends_with_the_deadline(game, mei, joon, site_url):
    it = event(mei)
    assert (it.start, it.end) == (NOW + 3 * DAY - HOUR / 2, NOW + 3 * DAY)
    assert b"\r\nDTEND:20260927T104000Z\r\n" in calendar(mei)
    assert it["SUMMARY"] == "Your turn in mei · joon"
    assert str(it["URL"]) == f"{site_url}{game.get_absolute_url()}"
    assert it["TRANSP"] == "TRANSPARENT"
    until, then, url = str(it["DESCRIPTION"]).split("\n")
    assert until == "You have until Sunday 27 September 2026, 12:40 (Europe/Oslo)."
    assert then.startswith("If somebody’s time runs out: The house plays that one turn")
    assert url == it["URL"]
    assert events(joon) == []


def test_one_event_of_a_game_moves_from_turn_to_turn_and_its_number_rises(game, mei, joon, now):
    first = event(mei)
    take_turn(game, mei, now + HOUR)
    assert events(mei) == []
    take_turn(game, joon, now + 2 * HOUR)
    second = event(mei)
    assert second["UID"] == first["UID"]
    assert second.end == first.end + 2 * HOUR
    assert second["SEQUENCE"] > first["SEQUENCE"]
    assert second["LAST-MODIFIED"].dt > first["LAST-MODIFIED"].dt


def test_each_player_and_each_game_has_an_event_of_its_own(game, mei, joon, now):
    running(mei, joon)
    names = [it["UID"] for it in events(mei)]
    take_turn(game, mei, now)
    names += [it["UID"] for it in events(joon)]
    assert len(set(names)) == 3


@pytest.mark.parametrize("begins", [1, 24], ids=["at once", "planned"])
def test_a_deadline_that_moves_in_the_same_turn_moves_the_event(game, mei, joon, now, begins):
    first = event(mei)
    breaks.go_away(mei, now + begins * HOUR, now + (begins + 48) * HOUR, now + HOUR)
    second = event(mei)
    game.refresh_from_db()
    assert second.end == game.deadline_at == first.end + 2 * DAY
    assert (second["UID"], second["SEQUENCE"] > first["SEQUENCE"]) == (first["UID"], True)


def test_an_outage_moves_it(game, mei, now):
    first = event(mei)
    Outage.objects.create(since=now + HOUR, until=now + 6 * HOUR)
    assert watch.credit(game.id, now + 7 * HOUR)
    second = event(mei)
    assert second.end == first.end + 5 * HOUR
    assert second["SEQUENCE"] > first["SEQUENCE"]


def test_a_pause_moves_it_as_the_page_has_it(game, mei, joon, now):
    question = votes.propose(game.id, joon.id, "pause", now, days=3)
    votes.answer(game.id, mei.id, question.id, True, now)
    game.refresh_from_db()
    assert event(mei).end == game.deadline_at == now + 6 * DAY


def test_the_same_calendar_is_the_same_text(game, mei):
    assert calendar(mei) == calendar(mei)


def test_no_event_where_no_time_runs_out(mei, joon, now):
    running(mei, joon, terms=Terms(Pace(kind=SOFT)))
    stuck = running(mei, joon)
    watch.freeze(stuck, "A fault", now)
    assert events(mei) == []


def test_a_muted_table_is_left_out(game, mei):
    Choices.objects.create(person=mei).muted_tables.add(game)
    assert events(mei) == []


def test_the_nearest_deadline_comes_first(mei, joon, now):
    running(mei, joon, turn=5 * DAY, title="Slow")
    running(mei, joon, turn=2 * DAY, title="Quick")
    assert [it["SUMMARY"] for it in events(mei)] == ["Your turn in Quick", "Your turn in Slow"]


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [(None, [USUAL_LEAD]), ([24, 2], [24 * HOUR, 2 * HOUR]), ([], []), ([72, 48], [48 * HOUR])],
)
def test_it_reminds_as_its_reader_has_chosen(game, mei, chosen, expected):
    Person.objects.filter(id=mei.id).update(leads=chosen)
    assert leads(event(mei)) == expected


def test_a_turn_of_minutes_is_shown_from_its_beginning_on_and_does_not_remind(mei, joon, now):
    running(mei, joon, terms=Terms(Pace(kind=SOCIABLE, turn=10 * MINUTE)))
    it = event(mei)
    assert (it.start, it.end, leads(it)) == (now, now + 10 * MINUTE, [])


def test_a_calendar_says_what_it_is(game, mei, settings):
    settings.SITE_NAME = "Lakes, and; more"
    made = Calendar.from_ical(calendar(mei))
    assert made["VERSION"] == "2.0"
    assert made["METHOD"] == "PUBLISH"
    assert made["PRODID"]
    lines = calendar(mei).decode().split("\r\n")
    assert {"REFRESH-INTERVAL;VALUE=DURATION:PT15M", "X-PUBLISHED-TTL:PT15M"} <= set(lines)
    for name in ("NAME", "X-WR-CALNAME"):
        assert f"{name}:Lakes\\, and\\; more: deadlines of mei" in lines
    assert make_feed_key(mei) not in calendar(mei).decode()


TITLES = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), min_size=1, max_size=60)
HOSTILE = [
    *("夜の湖" * 20, "🏮" * 60, "a,b;c\\d\\n", "a\r\nBEGIN:VEVENT\nX:1", '"quoted": x', "\u2028\x0b\x85\x1b"),
    *("שלום", "\u202eright", "é" * 60, ";", "END:VCALENDAR", "\N{NO-BREAK SPACE}"),
]


def is_read_back(game: Game, person: Person, title: str) -> None:
    """Whether the title comes out of the calendar as it stands in a mail, and every line is sound."""
    Game.objects.filter(id=game.id).update(title=title)
    made = calendar(person)
    lines = made.split(b"\r\n")
    assert max(map(len, lines)) <= 75
    assert not any(sign in b"".join(lines) for sign in (b"\r", b"\n"))
    assert [line.decode() for line in lines].count("BEGIN:VEVENT") == 1
    assert str(event(person)["SUMMARY"]) == f"Your turn in {name_in_line(title)}"


@pytest.mark.parametrize("title", HOSTILE)
def test_any_title_is_folded_and_read_back(game, mei, title):
    is_read_back(game, mei, title)


def test_whatever_somebody_calls_a_table_the_calendar_stays_whole(game, mei):
    @given(title=TITLES)
    @settings(max_examples=25)
    def check(title: str) -> None:
        is_read_back(game, mei, title)

    check()
