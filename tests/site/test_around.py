"""Time and people of a table: what its page says to whom, and which forms it has for them."""

from __future__ import annotations

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.actions import absence, breaks, votes, watch
from games.clock.terms import BANK, DAY, HOUR, MINUTE, SOCIABLE, SOFT, STAND_IN, Pace, Terms
from games.models import Game
from tests.site.absences import run_out, table
from tests.site.around import address, forms, page, read
from tests.site.asking import everything, kept, stands_in
from tests.site.cast import as_client, finished, person, running
from tests.site.tables import opened

OTHER = Terms(Pace(turn=5 * DAY, weekends_off=True))
TOO_SOON = "It is too soon: nudge once half of the time for this turn has gone."


@pytest.fixture(autouse=True)
def clock(now):
    """Thursday, 24 September, 12:40 in Oslo; a test may move on."""
    with time_machine.travel(now, tick=False) as traveller:
        yield traveller


@pytest.fixture
def three(mei, joon, ines) -> Game:
    """A running game of three: mei is to act."""
    return running(mei, joon, ines)


# Who may read it


def test_whoever_may_see_the_table_may_read_it(game, mei, joon, ines):
    for by in (mei, joon, ines, None):
        assert "Time and people" in page(game, by)


def test_before_its_start_a_table_has_no_such_page(mei):
    game = opened(mei)
    assert as_client(mei).get(address(game))["Location"] == game.get_absolute_url()


def test_a_table_that_is_not_there_is_not_found(client, db):
    assert client.get("/t/nothing/around/").status_code == 404


def test_it_is_kept_by_no_browser(game, mei):
    assert "no-store" in as_client(mei).get(address(game))["Cache-Control"]


def test_the_table_leads_there_and_back(game, mei, ines):
    for by in (mei, ines, None):
        assert f'href="{address(game)}"' in as_client(by).get(game.get_absolute_url()).content.decode()
        assert f'href="{game.get_absolute_url()}"' in page(game, by)


def test_looking_changes_nothing(three, mei, joon, now):
    votes.propose(three.id, joon.id, "pause", now, days=3)
    before = everything()
    for by in (mei, joon, None):
        for name in ("table", "table_around", "table_resign", "table_terms"):
            as_client(by).get(reverse(name, args=[three.slug]))
    assert everything() == before


# What it says


def test_it_tells_the_deadline_and_what_counts(game, mei):
    said = read(game, mei)
    assert "3 days left, Sun 12:40" in said
    assert "If you do not play by then, the house plays this turn for you." in said
    assert "Until then every hour counts." in said
    assert "The turn began just now." in said


def test_it_tells_what_was_agreed(game, ines):
    said = read(game, ines)
    assert "What is agreed" in said
    assert "Each turn Everybody has 3 days for each turn." in said


def test_a_pause_is_counted_out(game, mei, joon, now, clock):
    question = votes.propose(game.id, joon.id, "pause", now + HOUR, days=4)
    votes.answer(game.id, mei.id, question.id, True, now + HOUR)
    clock.move_to(now + DAY)
    said = read(game, joon)
    assert "paused until Mon 20:40" in said  # where joon lives
    assert "Until then it is 6 days; 2 days and 23 hours of it count." in said
    assert "The table is paused until Mon 20:40." in said


def test_a_holiday_is_counted_out_and_so_is_one_to_come(game, mei, now, clock):
    breaks.go_away(mei, now + DAY, now + 5 * DAY, now)
    assert "The clock will stand still from Fri 12:40 until Tue 12:40." in read(game, mei)
    clock.move_to(now + 2 * DAY)
    assert "The clock stands still until Tue 12:40." in read(game, mei)
    assert "Until then it is 5 days; 2 days of it count." in read(game, mei)


def test_ones_own_hours_are_told_to_oneself_alone(mei, joon, ines):
    game = running(mei, joon, terms=Terms(Pace(turn=3 * DAY, weekends_off=True, waking_hours=True)))
    breaks.save_hours(mei, [0, 1, 2, 3, 4], 7 * 60, 22 * 60 + 30)
    own = running(mei, joon, terms=game.agreed)
    said = read(own, mei)
    assert "Saturday and Sunday do not count, where you live." in said
    assert "Of a day, only your hours count: 07:00 to 22:30." in said
    for by in (joon, ines, None):
        said = read(own, by)
        assert "Saturday and Sunday do not count, where mei lives." in said
        assert "Of a day, only the hours count in which mei is awake." in said
        assert "07:00" not in said and "22:30" not in said


def test_time_that_is_up_is_said_to_be(game, mei, now, clock):
    clock.move_to(now + 3 * DAY)
    assert "The time is up: what is agreed on for that happens in a moment." in read(game, mei)


def test_while_the_site_looks_after_no_clock_it_says_so_once(game, mei, now, clock):
    watch.beat(now)
    assert "has not looked after" not in read(game, mei)
    for later in (HOUR, 3 * DAY):
        clock.move_to(now + later)
        said = read(game, mei)
        assert said.count("The site has not looked after its clocks since Thu 12:40.") == 1
        assert "happens in a moment" not in said


def test_a_table_without_limit_has_no_arithmetic(mei, joon, now):
    game = table(mei, joon, pace=Pace(SOFT))
    for by in (mei, joon):
        said = read(game, by)
        assert "no limit" in said
        assert "Until then" not in said
        assert said.count("Nobody’s time runs out here.") == 1


def test_at_a_table_of_minutes_nothing_is_counted_out(mei, joon):
    game = running(mei, joon, terms=Terms(Pace(SOCIABLE, 2 * MINUTE)))
    assert "Until then" not in read(game, mei)


def test_where_nothing_counts_until_the_deadline_it_is_said_simply(game, mei, joon, now, clock):
    breaks.save_absence(mei, True, "")
    clock.move_to(run_out(game))
    said = read(game, joon)
    assert "No time counts until then." in said
    assert "0 minutes" not in said


def test_a_table_without_limit_says_once_when_it_would_end(mei, joon, ines, now, clock):
    game = table(mei, joon, pace=Pace(SOFT))
    ends = "If nobody moves, this game ends on 23 Nov, "
    for later in (now, now + 50 * DAY):
        clock.move_to(later)
        for by in (mei, joon, ines):
            assert read(game, by).count(ends) == 1


def test_the_card_says_what_goes_for_a_table_of_its_size(game, three, mei):
    assert "With two players" in read(game, mei)
    assert "With two players" not in read(three, mei)


def test_each_seat_says_how_it_stands(mei, joon, ines, now):
    noor = person("noor")
    game = running(mei, joon, ines, noor)
    absence.resign(game.id, joon.id, now)
    kept(game, 2)
    breaks.go_away(noor, now, now + 9 * DAY, now)
    assert "mei Is to play." in read(game, None)
    said = read(game, mei)
    assert "joon Has resigned: the house plays to the end." in said
    assert "ines Stays away: the house plays until ines is back." in said
    assert "noor Away until 3 Oct, 12:40: the clock of this seat stands still." in said


def test_of_holidays_it_tells_those_who_play_there_only(game, mei, joon, ines, now, clock):
    breaks.go_away(mei, now, now + 9 * DAY, now)
    breaks.go_away(joon, now, now + 8 * DAY, now)
    clock.move_to(now + HOUR)
    assert "mei took a holiday, until 3 Oct" in read(game, joon)
    assert "Away until 2 Oct, 12:40" in read(game, mei)
    for by in (ines, None):
        said = read(game, by).partition("What is agreed")
        assert "The clock stands still" in said[0]
        assert "Oct" not in page(game, by) and "Away" not in said[0] and "took a holiday" not in said[2]
        assert "2026-10" not in page(game, by)


def test_ones_own_seat_is_spoken_of_as_such(mei, joon, ines, now):
    game = running(mei, joon, ines)
    assert "mei you It is your turn." in read(game, mei)
    kept(game, 2)
    assert "ines you You stay away: the house plays until you are back." in read(game, ines)
    absence.resign(game.id, joon.id, now)
    assert "joon you You have resigned: the house plays to the end." in read(game, joon)
    other = running(mei, joon)
    stands_in(other, 1, ines, now)
    assert "joon you ines plays here until you are back." in read(other, joon)


def test_a_seat_says_until_when_a_long_holiday_stops_its_clock(game, mei, joon, now, clock):
    breaks.go_away(joon, now, now + 20 * DAY, now)
    still = "Away until 14 Oct, 12:40. The clock of this seat stands still until 8 Oct, 12:40."
    assert still in read(game, mei)
    clock.move_to(now + 14 * DAY)
    assert "Away until 14 Oct, 12:40. The clock of this seat runs on." in read(game, mei)


def test_however_many_are_away_it_takes_one_query_more(mei, joon, ines, now, django_assert_num_queries):
    game = running(mei, joon, ines)
    client = as_client(mei)
    client.get(address(game))
    with CaptureQueriesContext(connection) as queries:
        client.get(address(game))
        before = len(queries)
    for one in (joon, ines):
        breaks.go_away(one, now, now + 20 * DAY, now)
    client.get(address(game))
    with django_assert_num_queries(before + 1):
        client.get(address(game))


def test_a_house_player_and_who_has_left_the_site_are_told_apart(mei, joon):
    game = running(mei, joon, "randomly")
    joon.delete()
    said = read(game, mei)
    assert "House plays at random, at once" in said
    assert "Former player 2 Has left the site: the house plays to the end." in said


def test_a_stand_in_is_named_and_so_is_one_who_has_not_answered(mei, joon, ines, now):
    breaks.save_absence(mei, False, "ines")
    game = table(mei, joon, then=STAND_IN)
    at = run_out(game)
    assert "ines is asked to play here, and has not answered." in read(game, None)
    absence.accept_stand_in(game.id, ines.id, at)
    assert "ines plays here until mei is back." in read(game, None)


def test_turns_that_ran_out_are_counted(mei, joon, now):
    game = table(mei, joon, after=3)
    run_out(game)
    assert "The last turn ran out; after 3 in a row the house keeps the seat." in read(game, joon)


def test_where_holidays_do_not_count_it_is_said_so(mei, joon, now):
    game = running(mei, joon, terms=Terms(Pace(SOCIABLE, 10 * MINUTE)))
    breaks.go_away(joon, now, now + 2 * DAY, now)
    assert "Away until Sat 12:40. The clock of this seat runs on." in read(game, mei)


def test_the_holiday_of_an_owner_stops_no_clock_of_a_stand_in(game, mei, joon, ines, now):
    stands_in(game, 1, ines, now)
    breaks.go_away(joon, now, now + 2 * DAY, now)
    assert "Away until Sat 12:40. The clock of this seat runs on." in read(game, mei)


def test_a_time_bank_is_told(mei, joon):
    game = table(mei, joon, pace=Pace(BANK, bank=5 * DAY, cap=5 * DAY, turn=HOUR))
    assert "joon The time bank holds 5 d." in read(game, None)


def test_after_the_end_it_tells_what_was_and_has_no_form(mei, joon):
    game = finished(mei, joon)
    for by in (mei, None):
        assert "What was agreed" in page(game, by)
        assert forms(game, by) == []
