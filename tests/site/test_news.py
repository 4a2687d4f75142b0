"""What happened beside the turns: lines of the log, each at its place, and by themselves around the table."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.urls import reverse
from django.utils import timezone

from games.actions import absence, breaks, nudges, votes
from games.clock.terms import DAY, HOUR, STAND_IN, Absence, Pace, Terms
from games.models import Event, Game, Person
from games.pages import boards, log, news
from games.store import OF_TURNS
from games.tables import table_for
from tests.site.absences import move, run_out, table
from tests.site.asking import stands_in
from tests.site.cast import NOW, as_client, finished, running

UNTIL = "2026-09-28T10:40:00+00:00"
# An event of every kind, of joon's seat, and what mei reads of it.
TOLD = {
    ("kept", ""): "From here on the house kept the seat of joon.",
    ("return", ""): "joon came back.",
    ("resign", ""): "joon resigned; the house plays the seat to the end.",
    ("asked", "ines"): "ines was asked to play for joon.",
    ("declined", "ines"): "ines did not want to play for joon.",
    ("stand-in", "ines"): "From here on ines played for joon.",
    ("stepped-down", "ines"): "From here on ines no longer played for joon.",
    ("away", f"{UNTIL} by hand"): "joon took a holiday, until Mon 12:40.",
    ("away", f"{UNTIL} by itself"): "joon ran out of time and took a day of holiday, until Mon 12:40.",
    ("away", f"{UNTIL} emergency"): "joon took the emergency pause, until Mon 12:40.",
    ("back", ""): "joon came back early.",
    ("pause", UNTIL): "joon asked for a pause, and all agreed: until Mon 12:40.",
    ("pause", f"{UNTIL} by ines by name"): (
        "ines by name, who stood in for joon, asked for a pause, and all agreed: until Mon 12:40."
    ),
    ("question", "pause 1"): "joon proposed a pause of 1 day.",
    ("question", "pause 3 by ines"): "ines, who stood in for joon, proposed a pause of 3 days.",
    ("question", "resume"): "joon proposed to end the pause.",
    ("question", 'terms {"turn":432000}'): "joon proposed other terms: 5 days a turn.",
    ("question", "terms {}"): "joon proposed other terms: 3 days a turn.",
    ("question", "terms"): "joon proposed other terms.",
    ("question", "end"): "joon proposed to end the game, without a winner.",
    ("question", "absent"): "The others were asked what is to happen without joon.",
    ("refused", "pause"): "joon did not want a pause.",
    ("refused", "pause by ines"): "ines, who stood in for joon, did not want a pause.",
    ("refused", "resume"): "joon did not want to end the pause.",
    ("refused", "terms"): "joon did not want other terms.",
    ("refused", "end"): "joon did not want to end the game.",
    ("withdrawn", "pause"): "joon took back the proposal of a pause.",
    ("withdrawn", "resume by ines"): (
        "ines, who stood in for joon, took back the proposal to end the pause."
    ),
    ("withdrawn", "terms"): "joon took back the proposal of other terms.",
    ("withdrawn", "end"): "joon took back the proposal to end the game.",
    ("decided", ""): "The others decided that the house plays for joon.",
    ("resume", ""): "All agreed to end the pause.",
    ("time", "86400"): "joon gave 1 day more.",
    ("credit", "10800"): "The site stood still, so the turn was given 3 hours more.",
    ("terms", '{"turn":432000}'): "All agreed on new terms: 5 days a turn.",
    ("terms", ""): "All agreed on new terms.",
    ("nudge", "curious"): "joon nudged: “I am curious what you will do next.”",
    ("stuck", ""): "The game stood still because of a fault of ours.",
    ("thawed", ""): "The fault was mended, and the game went on.",
    ("end", "resigned 0"): "joon resigned.",
    ("end", "left 1"): "You stayed away, and joon took the win.",
    ("end", "agreed"): "All who played have agreed to end the game here.",
    ("end", "voted"): "Somebody stayed away, and the others have ended the game.",
    ("end", "abandoned"): "Nobody has played on, so the game has ended by itself.",
}


@pytest.fixture(autouse=True)
def in_oslo(db):
    """Times are shown where mei lives: two hours ahead."""
    with timezone.override("Europe/Oslo"):
        yield


def note(game: Game, kind: str, text: str = "", seat: int = 1) -> None:
    """Put something beside the turns into the log."""
    game.refresh_from_db()
    Game.objects.filter(id=game.id).update(seq=game.seq + 1)
    Event.objects.create(game=game, seq=game.seq + 1, seat=seat, kind=kind, text=text, by_site=True, at=NOW)


def told(html: str) -> list[str]:
    """The lines, without their times: a turn by its number."""
    found = re.findall(r'<li><span class="no">(\d+)|<li class="beside"><span class="what">(.*?)</span>', html)
    return [number or unescape(text) for number, text in found]


def log_of(game: Game, by: Person | None, turns: int | None = None) -> list[str]:
    """The log as somebody reads it."""
    it = table_for(game.slug, by, turns=turns)
    return told(log.log_of(it, boards.reader_of(it).say, NOW))


# The words


@pytest.mark.parametrize(("kind", "text"), TOLD)
def test_everything_beside_the_turns_is_told_in_a_sentence(game, mei, kind, text):
    note(game, kind, text)
    assert log_of(game, mei) == [TOLD[kind, text]]


def test_there_are_words_for_every_kind():
    assert {kind for kind, _text in TOLD} == {str(it) for it in Event.Kind} - {str(it) for it in OF_TURNS}


def test_what_befalls_ones_own_seat_befalls_oneself(game, mei, joon):
    for kind in ("kept", "return"):
        note(game, kind)
    assert log_of(game, joon) == ["You came back.", "From here on the house kept your seat."]
    assert log_of(game, mei) == ["joon came back.", "From here on the house kept the seat of joon."]


def test_it_did_not_befall_who_stands_in(game, ines, now):
    note(game, "return")
    stands_in(game, 1, ines, now)
    assert log_of(game, ines) == ["joon came back."]


def test_a_line_has_its_time(game, mei):
    note(game, "return")
    assert '<span class="when">Thu 12:40</span>' in news.news_of(table_for(game.slug, mei), NOW)


def test_a_name_cannot_be_markup(game, mei):
    note(game, "asked", "<i>x</i>")
    assert "&lt;i&gt;x&lt;/i&gt; was asked" in news.news_of(table_for(game.slug, mei), NOW)


def test_a_line_follows_a_change_of_name(game, mei, joon):
    note(game, "return")
    assert log_of(game, mei) == ["joon came back."]
    joon.username = "jon"
    joon.save()
    assert log_of(game, mei) == ["jon came back."]


def test_a_line_follows_the_zone_of_its_reader(game, mei):
    note(game, "pause", UNTIL)
    with timezone.override("Asia/Seoul"):
        assert log_of(game, mei) == ["joon asked for a pause, and all agreed: until Mon 19:40."]


def test_a_day_that_is_not_near_any_more_is_told_by_its_date(game, mei, now):
    note(game, "pause", UNTIL)
    it = table_for(game.slug, mei)
    (later,) = told(news.news_of(it, now + 20 * DAY))
    assert later.endswith("until 28 Sep, 12:40.")


# Their place


def test_each_line_stands_after_the_turns_that_came_before_it(game, mei):
    note(game, "time", "86400")
    move(game, NOW)
    note(game, "return")
    note(game, "back")
    move(game, NOW)
    assert log_of(game, mei) == [
        "2",
        "joon came back early.",
        "joon came back.",
        "1",
        "joon gave 1 day more.",
    ]


def test_of_a_long_log_only_what_belongs_to_its_last_turns_is_shown(game, mei):
    note(game, "return")
    for _ in range(3):
        move(game, NOW)
    note(game, "back")
    assert log_of(game, mei, turns=2) == ["joon came back early.", "3", "2"]


def test_the_page_shows_a_log_before_the_first_turn(game, mei):
    client = as_client(mei)
    assert "No turn yet." in client.get(game.get_absolute_url()).content.decode()
    note(game, "return")
    page = client.get(game.get_absolute_url()).content.decode()
    assert "No turn yet." not in page
    assert told(page) == ["joon came back."]


def test_an_earlier_position_shows_what_had_happened_by_then(game, mei):
    note(game, "return")
    move(game, NOW)
    note(game, "back")
    past = as_client(mei).get(reverse("table_at", args=[game.slug, 1])).content.decode()
    assert told(past) == ["1", "joon came back."]


def test_around_the_table_it_stands_by_itself(game, mei):
    note(game, "return")
    move(game, NOW)
    note(game, "back")
    page = as_client(mei).get(reverse("table_around", args=[game.slug])).content.decode()
    assert told(page) == ["joon came back early.", "joon came back."]


def test_around_a_finished_game_one_reads_how_it_ended(mei, joon, ines, now):
    game = running(mei, joon)
    absence.resign(game.id, joon.id, now)
    page = as_client(ines).get(reverse("table_around", args=[game.slug])).content.decode()
    assert told(page) == ["joon resigned."]


def test_where_nothing_happened_it_is_said_so(mei, joon):
    page = as_client(mei).get(reverse("table_around", args=[finished(mei, joon).slug])).content.decode()
    assert "Nothing has happened beside the turns." in page


# As the verbs write it


def test_what_the_verbs_write_can_be_read(mei, joon, ines, now):
    breaks.save_absence(mei, False, "ines")
    game = table(mei, joon, then=STAND_IN)
    question = votes.propose(game.id, joon.id, "pause", now, days=1)
    votes.answer(game.id, mei.id, question.id, True, now)
    terms = Terms(Pace(turn=3 * DAY, weekends_off=True), Absence(then=STAND_IN))
    question = votes.propose(game.id, joon.id, "terms", now, terms=terms)
    votes.answer(game.id, mei.id, question.id, True, now)
    question = votes.propose(game.id, mei.id, "resume", now)
    votes.answer(game.id, joon.id, question.id, True, now)
    nudges.give_time(game.id, joon.id, now)
    breaks.go_away(joon, now, now + DAY, now)
    breaks.come_home(joon, now + HOUR)
    at = run_out(game)
    absence.accept_stand_in(game.id, ines.id, at)
    absence.come_back(game.id, mei.id, at)
    assert log_of(game, mei) == [
        "You came back.",
        "From here on ines played for you.",
        "ines was asked to play for you.",
        "joon came back early.",
        "joon took a holiday, until Fri 12:40.",
        "joon gave 1 day more.",
        "All agreed to end the pause.",
        "You proposed to end the pause.",
        "All agreed on new terms: 3 days a turn, weekends off.",
        "joon proposed other terms: 3 days a turn, weekends off.",
        "joon asked for a pause, and all agreed: until Fri 12:40.",
        "joon proposed a pause of 1 day.",
    ]


def test_a_turn_that_runs_out_is_followed_by_what_it_led_to(mei, joon):
    game = table(mei, joon, after=1)
    run_out(game)
    assert log_of(game, joon) == ["From here on the house kept the seat of mei.", "1"]


def test_the_lines_cost_no_query(game, mei, django_assert_num_queries):
    for kind, text in TOLD:
        note(game, kind, text)
    it = table_for(game.slug, mei)
    with django_assert_num_queries(0):
        news.news_of(it, NOW)


def test_the_page_tells_it_in_the_zone_of_its_reader(game, joon, now, time_machine):
    time_machine.move_to(now, tick=False)
    note(game, "pause", UNTIL)
    page = as_client(joon).get(game.get_absolute_url()).content.decode()
    assert told(page) == ["You asked for a pause, and all agreed: until Mon 19:40."]
