"""How a table stands, in words: its clock, what happens when it runs out, and who plays at each seat."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.db import transaction
from django.utils import timezone

from games.actions import absence, breaks, nudges, votes, watch
from games.clock.terms import BANK, DAY, HOUR, HOUSE, MINUTE, SOFT, STAND_IN, VOTE, Absence, Pace, Terms
from games.models import Game, Person
from games.pages import standing
from games.tables import Table, table_for
from tests.site.absences import run_out, table
from tests.site.asking import kept, stands_in
from tests.site.cast import finished, person, running

OSLO = "Europe/Oslo"
BANKED = Pace(BANK, turn=6 * HOUR, bank=5 * DAY, increment=12 * HOUR, cap=10 * DAY)
KEEPS = "You keep your seat; after 2 such turns in a row the house keeps it until you are back."
STUCK = "This game stands still while the site looks into a fault. Nobody’s time runs."


@pytest.fixture(autouse=True)
def in_oslo(db):
    """Times are shown where mei lives: two hours ahead."""
    with timezone.override(OSLO):
        yield


def seen(game: Game, by: Person | None, now=None) -> Table:
    """The table as somebody may know it."""
    return table_for(game.slug, by, now=now)


def clock(game: Game, now, by: Person | None = None) -> tuple[str, str]:
    return standing.clock(seen(game, by, now), now)[:2]


def lines(game: Game, by: Person | None, now, **how) -> list[str]:
    return standing.lines(seen(game, by, now), now, by, **how)


def tags(game: Game, now, by: Person | None = None) -> list[list[str]]:
    """What stands at each seat."""
    it = seen(game, by, now)
    return [standing.tags(it, seat, now) for seat in it.seats]


def deserted(mei, joon) -> Game:
    """A game of two that both have stayed away from."""
    game = table(mei, joon, after=1)
    run_out(game)
    run_out(game)
    return game


def frozen(game: Game, now) -> Game:
    """The game, which a fault has stand still."""
    with transaction.atomic():
        watch.freeze(Game.objects.select_for_update().get(id=game.id), "a test", now)
    return game


def paused(game: Game, mei, joon, at, days: int = 4) -> Game:
    question = votes.propose(game.id, joon.id, "pause", at, days=days)
    votes.answer(game.id, mei.id, question.id, True, at)
    return game


# The clock


def test_a_clock_says_how_long_is_left_and_until_when(game, now):
    assert clock(game, now) == ("3 days left", "3 days left, Sun 12:40")
    assert clock(game, now + 2 * DAY + HOUR) == ("23 hours left", "23 hours left, Sun 12:40")


def test_a_clock_that_has_run_out_says_so_until_the_sweep_comes(game, now):
    assert clock(game, now + 3 * DAY) == ("time is up", "time is up, Sun 12:40")


def test_where_nobodys_time_runs_out_it_says_so(mei, joon, now):
    game = table(mei, joon, pace=Pace(SOFT))
    assert clock(game, now) == ("no limit", "no limit")


def test_while_the_house_is_to_play_it_says_so(game, now):
    Game.objects.filter(id=game.id).update(still="house", deadline_at=None)
    assert clock(game, now) == ("the house plays", "the house plays")


def test_a_pause_is_said_with_its_end(game, mei, joon, now):
    paused(game, mei, joon, now + HOUR)
    assert clock(game, now + DAY) == ("paused", "paused until Mon 13:40")
    assert clock(game, now + 4 * DAY + HOUR)[0] == "2 d 23 h left"


def test_a_pause_at_a_table_without_limit_is_said_too(mei, joon, now):
    game = paused(table(mei, joon, pace=Pace(SOFT)), mei, joon, now)
    assert clock(game, now + DAY)[1] == "paused until Mon 12:40"


def test_a_clock_stands_still_at_night_where_only_waking_hours_count(mei, joon, now):
    game = table(mei, joon, pace=Pace(turn=3 * DAY, waking_hours=True))
    assert clock(game, now)[0].endswith("left")
    assert clock(game, now + 12 * HOUR) == ("the clock stands still", "stands still until Fri 08:00")


def test_a_clock_stands_still_on_holiday(game, mei, joon, now):
    breaks.go_away(mei, now + HOUR, now + 5 * DAY, now)
    for by in (mei, joon):
        assert clock(game, now + 2 * HOUR, by) == ("the clock stands still", "stands still until Tue 12:40")


def test_until_when_a_holiday_lasts_is_told_to_the_people_of_the_table_only(game, mei, joon, ines, now):
    breaks.go_away(mei, now + HOUR, now + 5 * DAY, now)
    later = now + 2 * HOUR
    for by in (ines, None):
        assert clock(game, later, by) == ("the clock stands still", "stands still")
        assert lines(game, by, later) == ["The clock of this turn stands still."]
        assert tags(game, later, by) == [[], []]
    assert clock(game, now + 5 * DAY, ines)[0] == "2 d 23 h left"
    assert lines(game, ines, now + 5 * DAY)[0] == "Time for this turn: until Fri 11:40."


def test_a_pause_is_told_to_all_though_somebody_is_on_holiday(game, mei, joon, ines, now):
    paused(game, mei, joon, now)
    breaks.go_away(mei, now, now + 9 * DAY, now)
    assert clock(game, now + DAY, ines)[1] == "paused until Mon 12:40"
    assert clock(game, now + 5 * DAY, ines)[1] == "stands still"


def test_who_has_given_up_a_seat_reads_of_holidays_what_watchers_read(mei, joon, ines, now):
    game = running(mei, joon, ines)
    absence.resign(game.id, ines.id, now)
    breaks.go_away(joon, now, now + 9 * DAY, now)
    assert tags(game, now, mei)[1] == ["away until 3 Oct"]
    assert tags(game, now, ines)[1] == []


def test_who_is_asked_to_stand_in_reads_by_when(mei, joon, ines, now):
    breaks.save_absence(mei, False, "ines")
    game = table(mei, joon, then=STAND_IN)
    at = run_out(game)
    breaks.go_away(mei, at, at + 5 * DAY, at)
    assert clock(game, at, ines) == clock(game, at, joon)
    assert clock(game, at, ines) != clock(game, at, None)


def test_what_is_left_of_a_bank_tells_nobody_else_until_when_a_holiday_lasts(mei, joon, now):
    game = table(mei, joon, pace=BANKED)
    breaks.go_away(mei, now + HOUR, now + 5 * DAY, now)
    assert tags(game, now + 2 * HOUR) == [[], ["bank 5 d"]]


def test_a_deserted_game_says_when_it_ends(mei, joon):
    game = deserted(mei, joon)
    game.refresh_from_db()
    assert clock(game, game.ends_at - 2 * DAY) == ("nobody plays", "ends on Wed 12:40")


def test_a_game_with_a_fault_stands_still(game, now):
    assert clock(frozen(game, now), now) == ("stands still", "stands still")


def test_a_game_that_is_over_has_no_clock(mei, joon, now):
    assert clock(finished(mei, joon), now) == ("", "")


# What is said beforehand


def test_whoever_is_to_act_reads_what_happens_to_their_turn(game, mei, now):
    assert lines(game, mei, now) == [
        "Time for this turn: until Sun 12:40.",
        "If you do not play by then, the house plays this turn for you.",
        KEEPS,
    ]


@pytest.mark.parametrize("reads", ["joon", "ines", None])
def test_all_others_read_it_too(game, joon, ines, now, reads):
    by = {"joon": joon, "ines": ines}.get(reads)
    assert lines(game, by, now) == [
        "Time for this turn: until Sun 12:40.",
        "If mei does not play by then, the house plays this turn.",
    ]


@pytest.mark.parametrize(
    ("then", "said"),
    [
        (STAND_IN, "a stand-in is asked"),
        (VOTE, "the others decide whether the house plays on or the game ends"),
    ],
)
def test_it_is_as_the_table_has_agreed(mei, joon, ines, now, then, said):
    breaks.save_absence(mei, False, person("noor").username)
    game = table(mei, joon, ines, then=then)
    assert said in " ".join(lines(game, joon, now))


@pytest.mark.parametrize("why", ["nobody", "sits here", "is gone", "has no address", "nothing"])
def test_a_stand_in_is_promised_exactly_where_one_will_be_asked(mei, joon, now, why):
    noor = person("noor")
    if why != "nobody":
        breaks.save_absence(mei, False, "joon" if why == "sits here" else "noor")
    game = table(mei, joon, then=STAND_IN)
    if why == "is gone":
        Person.objects.filter(id=noor.id).update(is_active=False)
    if why == "has no address":
        EmailAddress.objects.filter(user=noor).update(verified=False)
    promised = [
        "your stand-in is asked" in " ".join(lines(game, mei, now)),
        "a stand-in is asked" in " ".join(lines(game, joon, now)),
    ]
    run_out(game)
    is_asked = game.seats.get(number=0).deputy_id is not None
    assert promised == [is_asked, is_asked] == [why == "nothing"] * 2


def test_of_two_the_one_who_decides_reads_so(mei, joon, ines, now):
    game = table(mei, joon, then=VOTE)
    decides = "it is for {} to decide whether the house plays on"
    assert decides.format("joon") in " ".join(lines(game, mei, now))
    assert decides.format("you") in " ".join(lines(game, joon, now))
    assert decides.format("joon") in " ".join(lines(game, ines, now))
    stands_in(game, 1, ines, now)
    assert decides.format("you") in " ".join(lines(game, ines, now))
    assert decides.format("ines") in " ".join(lines(game, mei, now))


@pytest.mark.parametrize("then", [HOUSE, STAND_IN])
def test_only_where_the_rule_asks_for_it_one_more_query_looks_for_a_stand_in(
    mei, joon, ines, then, django_assert_num_queries
):
    breaks.save_absence(mei, False, "ines")
    game = table(mei, joon, then=then)
    seen(game, mei)
    with django_assert_num_queries(3 if then == STAND_IN else 2):
        seen(game, mei)


def test_at_the_last_turn_in_a_row_the_seat_is_said_to_be_kept(mei, joon, ines):
    game = table(mei, joon, after=1)
    assert "From then on the house keeps the seat until you are back." in lines(game, mei, game.started_at)
    assert "From then on the house keeps the seat until its player is back." in lines(
        game, ines, game.started_at
    )


def test_who_lets_days_of_holiday_begin_by_themselves_reads_so_and_nobody_else(game, mei, joon, now):
    breaks.save_absence(mei, True, "")
    assert "a day of holiday" in " ".join(lines(game, mei, now))
    assert "holiday" not in " ".join(lines(game, joon, now))


def test_a_stand_in_who_is_asked_is_named_with_the_time_to_answer(mei, joon, ines, now):
    breaks.save_absence(mei, False, "ines")
    game = table(mei, joon, then=STAND_IN)
    at = run_out(game)
    assert lines(game, joon, at)[:3] == [
        "ines is asked to stand in for mei.",
        "Time for this turn: until Mon 12:40.",
        "If mei does not play by then, the house plays this turn.",
    ]
    assert lines(game, mei, at)[0] == "ines is asked to stand in for you."


def test_a_stand_in_is_not_promised_twice_in_a_turn(mei, joon, ines):
    breaks.save_absence(mei, False, "ines")
    game = table(mei, joon, then=STAND_IN)
    at = run_out(game)
    absence.come_back(game.id, mei.id, at)
    assert "If you do not play by then, the house plays this turn for you." in lines(game, mei, at)
    assert "If mei does not play by then, the house plays this turn." in lines(game, joon, at)


def test_while_the_others_are_asked_it_is_said_so(mei, joon, ines):
    game = table(mei, joon, ines, then=VOTE)
    at = run_out(game)
    said = lines(game, joon, at, asked=True)
    assert said[0] == "The others are asked whether the house plays on for mei or the game ends."
    assert said[2] == "If mei does not play by then, the house plays this turn."


def test_where_a_stand_in_plays_each_of_the_two_reads_their_part(mei, joon, ines, now):
    game = running(mei, joon)
    stands_in(game, 0, ines, now)
    own, other, third = (" ".join(lines(game, it, now)) for it in (mei, ines, joon))
    assert "ines stands in for you. Take a turn yourself, and you are back." in own
    assert "If ines does not play by then" in own
    assert "You stand in for mei." in other
    assert "If you do not play by then" in other
    assert "If ines does not play by then" in third


def test_ones_own_holiday_is_said_to_oneself(game, mei, joon, now):
    breaks.go_away(mei, now, now + 5 * DAY, now)
    assert "You are away until Tue 12:40." in lines(game, mei, now)
    assert "away" not in " ".join(lines(game, joon, now))


def test_a_game_that_nobody_is_left_to_play_says_when_it_ends(mei, joon, ines):
    game = deserted(mei, joon)
    game.refresh_from_db()
    assert lines(game, ines, game.ends_at - 2 * DAY) == [
        "Nobody who plays is left: without anybody coming back this game ends on Wed 12:40 without a winner."
    ]


def test_a_game_with_a_fault_says_that_nobodys_time_runs(game, mei, now):
    assert lines(frozen(game, now), mei, now) == [STUCK]


def test_a_table_without_limit_says_from_14_days_before_when_it_ends(mei, joon, ines, now):
    game = table(mei, joon, pace=Pace(SOFT))
    game.refresh_from_db()
    ends = "If nobody moves, this game ends on 23 Nov, 11:40 without a winner. A turn puts that off, and so "
    for by in (mei, joon, ines, None):
        assert not any(it.startswith(ends) for it in lines(game, by, game.ends_at - 14 * DAY - MINUTE))
        assert lines(game, by, game.ends_at - 14 * DAY)[0].startswith(ends)


def test_a_table_without_limit_says_that_nobodys_time_runs_out(mei, joon, now):
    assert lines(table(mei, joon, pace=Pace(SOFT)), mei, now) == ["Nobody’s time runs out here."]


# At the seats


def test_a_seat_that_its_owner_plays_has_nothing_said(game, now):
    assert tags(game, now) == [[], []]


def test_a_seat_that_the_house_keeps_says_for_whom(game, joon, now):
    kept(game, 1)
    assert tags(game, now) == [[], ["house plays for joon"]]


def test_a_seat_that_was_given_up_says_so(mei, joon, ines, now):
    game = running(mei, joon, ines)
    absence.resign(game.id, joon.id, now)
    assert tags(game, now) == [[], ["resigned"], []]


def test_the_seat_of_somebody_who_has_left_the_site_is_the_houses(game, joon, now):
    joon.delete()
    assert tags(game, now) == [[], ["house plays for Former player 2"]]


def test_a_house_player_from_the_start_has_nothing_said(mei, now):
    assert tags(running(mei, "sensibly"), now) == [[], []]


def test_a_stand_in_is_named_at_the_seat(mei, joon, ines, now):
    game = running(mei, joon)
    stands_in(game, 1, ines, now)
    assert tags(game, now) == [[], ["ines stands in"]]


def test_who_is_asked_to_stand_in_is_named_as_such(mei, joon, ines):
    breaks.save_absence(mei, False, "ines")
    game = table(mei, joon, then=STAND_IN)
    assert tags(game, run_out(game)) == [["ines is asked to stand in"], []]


def test_a_stand_in_who_has_left_the_site_is_not_said_to_play(mei, joon, ines, now):
    game = running(mei, joon)
    stands_in(game, 1, ines, now)
    ines.delete()
    assert tags(game, now) == [[], []]
    assert seen(game, joon).seats[1].player_id == joon.pk


def test_time_that_is_up_while_the_site_looks_after_no_clock_runs_out_for_nobody(game, mei, now):
    watch.beat(now + 2 * DAY)
    still = "The site has not looked after its clocks since Sat 12:40."
    assert still in " ".join(lines(game, mei, now + 3 * DAY))
    watch.beat(now + 3 * DAY)
    assert still not in " ".join(lines(game, mei, now + 3 * DAY))


def test_a_holiday_is_said_from_its_first_to_its_last_moment(game, mei, joon, now):
    breaks.go_away(joon, now + DAY, now + 9 * DAY, now)
    for by in (mei, joon):
        assert tags(game, now + DAY - MINUTE, by) == [[], []]
        assert tags(game, now + DAY, by) == [[], ["away until 3 Oct"]]
        assert tags(game, now + 9 * DAY, by) == [[], []]


def test_a_time_bank_is_shown_at_every_seat_and_ticks_after_the_grace(mei, joon, now):
    game = table(mei, joon, pace=BANKED)
    assert tags(game, now) == [["bank 5 d"], ["bank 5 d"]]
    assert tags(game, now + 6 * HOUR) == [["bank 5 d"], ["bank 5 d"]]
    assert tags(game, now + 13 * HOUR) == [["bank 4 d 17 h"], ["bank 5 d"]]
    assert "Your time bank holds 4 d 17 h." in lines(game, mei, now + 13 * HOUR)
    assert "bank" not in " ".join(lines(game, None, now))


def test_time_that_is_given_does_not_fill_the_bank(mei, joon, now):
    game = table(mei, joon, pace=BANKED)
    nudges.give_time(game.id, joon.id, now)
    assert tags(game, now)[0] == ["bank 5 d"]


@pytest.mark.parametrize(
    ("span", "said"),
    [
        (4 * DAY + 3 * HOUR, "4 d 3 h"),
        (4 * DAY, "4 d"),
        (3 * HOUR + 20 * MINUTE, "3 h 20 m"),
        (3 * HOUR, "3 h"),
        (20 * MINUTE, "20 m"),
        (timedelta(0), "0 m"),
    ],
)
def test_a_span_is_said_in_its_two_largest_units(span, said):
    assert standing.shortly(span) == said


def test_terms_with_more_turns_in_a_row_are_said_so(mei, joon, now):
    game = running(mei, joon, terms=Terms(Pace(turn=3 * DAY), Absence(after=3)))
    assert "after 3 such turns in a row" in " ".join(lines(game, mei, now))
