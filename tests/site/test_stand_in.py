"""Somebody plays for who is absent: asked, accepted or declined, and given back."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress

from games import store
from games.actions import Refused, absence, drafts, play, votes, watch
from games.clock.terms import BANK, DAY, HOUR, NONE, SOCIABLE, Pace
from games.models import Draft, Game, Notice, Seat
from tests.site.absences import faults, happened, move, row, run_out, table, told
from tests.site.asking import asides
from tests.site.cast import a_turn, person


@pytest.fixture
def asked(mei, joon, ines) -> Game:
    """A running game of two in which mei's turn has run out, and ines is asked to stand in."""
    name(mei, ines)
    game = table(mei, joon, then="stand-in")
    run_out(game)
    return game


@pytest.fixture
def stood_in(asked, ines) -> Game:
    """The same game; ines has accepted an hour later."""
    absence.accept_stand_in(asked.id, ines.id, asked.clock_at + HOUR)
    asked.refresh_from_db()
    return asked


def name(owner, stand_in) -> None:
    """Have the owner name somebody to stand in."""
    owner.stand_in = stand_in
    owner.save()


def test_whom_the_absent_player_has_named_is_asked_and_has_a_day_to_answer(asked, mei, ines, now):
    assert (row(asked, 0).deputy_id, row(asked, 0).deputy_since) == (ines.id, None)
    assert (asked.waits_for_id, asked.deadline_at) == (mei.id, now + 4 * DAY)
    assert told("question", stand_in=0) == ["ines"]
    assert (happened(asked), told("timeout"), faults(asked)) == (["asked 0"], [], [])


def test_who_is_asked_may_not_play_before_accepting(asked, ines):
    with pytest.raises(play.NotYours):
        play.submit_turn(asked.id, ines.id, store.load(asked).moved, a_turn(asked), asked.clock_at)


def test_the_absent_player_may_still_take_the_turn(asked, mei):
    move(asked, asked.clock_at)
    assert (row(asked, 0).deputy_id, row(asked, 0).missed) == (None, 0)
    assert faults(asked) == []


def test_where_nobody_answers_the_caretaker_plays(asked):
    run_out(asked)
    assert happened(asked) == ["asked 0", "timeout 0"]
    assert (row(asked, 0).deputy_id, row(asked, 0).missed) == (None, 1)
    assert faults(asked) == []


def test_who_declines_leaves_the_turn_to_the_caretaker_at_once(asked, ines):
    absence.decline_stand_in(asked.id, ines.id, asked.clock_at)
    assert faults(asked) == []
    assert (happened(asked), asked.to_act) == (["asked 0", "declined 0", "timeout 0"], 1)
    assert (row(asked, 0).deputy_id, row(asked, 0).missed) == (None, 1)


def test_each_turn_that_runs_out_asks_once(asked, mei, joon):
    for _ in range(2):
        run_out(asked)
    assert happened(asked) == ["asked 0", "timeout 0", "timeout 1"]
    run_out(asked)
    assert happened(asked)[-1] == "asked 0"
    assert told("question") == ["ines", "ines"]


def test_coming_back_and_running_out_again_asks_nobody_a_second_time(asked, mei):
    absence.come_back(asked.id, mei.id, asked.clock_at)
    run_out(asked)
    assert happened(asked) == ["asked 0", "return 0", "timeout 0"]


def test_who_accepts_has_all_the_time_of_a_turn(stood_in, mei, ines, now):
    assert (stood_in.waits_for_id, row(stood_in, 0).player_id) == (ines.id, ines.id)
    assert stood_in.deadline_at == now + 3 * DAY + HOUR + 3 * DAY
    assert told("news", event="stands-in") == ["joon", "mei"]
    assert told("turn") == []
    assert (happened(stood_in), faults(stood_in)) == (["asked 0", "stand-in 0"], [])


def test_accepting_twice_is_as_good_as_once(stood_in, ines):
    absence.accept_stand_in(stood_in.id, ines.id, stood_in.turn_since + HOUR)
    assert happened(stood_in) == ["asked 0", "stand-in 0"]


def test_who_stands_in_plays_on_until_the_owner_is_back(stood_in, mei, joon, ines):
    for who in (ines, joon, ines, joon):
        assert stood_in.waits_for_id == who.id
        move(stood_in, stood_in.turn_since)
    absence.come_back(stood_in.id, mei.id, stood_in.turn_since + DAY)
    assert faults(stood_in) == []
    assert (stood_in.waits_for_id, row(stood_in, 0).deputy_id) == (mei.id, None)
    assert stood_in.deadline_at == stood_in.turn_since + 3 * DAY
    assert told("news", event="returned") == ["joon", "ines"]


def test_the_owner_may_just_play_and_is_back_by_that(stood_in, mei):
    moved = store.load(stood_in).moved
    play.submit_turn(stood_in.id, mei.id, moved, a_turn(stood_in), stood_in.turn_since)
    assert row(stood_in, 0).player_id == mei.id
    assert happened(stood_in) == ["asked 0", "stand-in 0", "return 0"]
    assert faults(stood_in) == []


def test_what_one_has_composed_is_not_for_the_other(asked, mei, ines):
    Draft.objects.create(seat=Seat.objects.get(person=mei), seq=0, choice="place 1 0,1 0")
    absence.accept_stand_in(asked.id, ines.id, asked.clock_at)
    assert not Draft.objects.exists()
    asked.refresh_from_db()
    drafts.choose(asked.id, ines.id, store.load(asked).moved, a_turn(asked)[-1])
    absence.come_back(asked.id, mei.id, asked.clock_at)
    assert not Draft.objects.exists()


def test_what_the_owner_has_composed_stays_where_nobody_has_accepted(asked, mei):
    Draft.objects.create(seat=Seat.objects.get(person=mei), seq=0, choice="place 1 0,1 0")
    absence.come_back(asked.id, mei.id, asked.clock_at)
    assert Draft.objects.exists()


def test_who_stops_standing_in_gives_the_turn_back_to_the_owner(stood_in, mei, ines):
    late = stood_in.turn_since + HOUR
    absence.decline_stand_in(stood_in.id, ines.id, late)
    assert faults(stood_in) == []
    assert (stood_in.waits_for_id, stood_in.deadline_at) == (mei.id, late + 3 * DAY)
    assert told("news", event="stepped-down") == ["joon", "mei"]
    assert told("turn") == ["mei"]
    assert asides(stood_in)[1:] == [("stand-in", 0, "ines"), ("stepped-down", 0, "ines")]


def test_the_owner_is_told_of_a_turn_again_that_somebody_else_has_given_back(mei, joon, ines):
    name(joon, ines)
    game = table(mei, joon, then="stand-in")
    move(game, game.turn_since)
    late = run_out(game)
    absence.accept_stand_in(game.id, ines.id, late)
    absence.decline_stand_in(game.id, ines.id, late)
    assert told("turn") == ["joon", "joon"]


def test_one_may_stop_standing_in_while_another_is_to_act(stood_in, mei, joon, ines):
    move(stood_in, stood_in.turn_since)
    deadline = stood_in.deadline_at
    absence.decline_stand_in(stood_in.id, ines.id, stood_in.turn_since + HOUR)
    assert faults(stood_in) == []
    assert (stood_in.waits_for_id, stood_in.deadline_at) == (joon.id, deadline)
    assert row(stood_in, 0).player_id == mei.id


def test_who_stands_in_and_runs_out_is_released(stood_in, mei):
    run_out(stood_in)
    assert (row(stood_in, 0).missed, row(stood_in, 0).player_id) == (1, mei.id)
    assert happened(stood_in) == ["asked 0", "stand-in 0", "timeout 0"]
    assert told("news", event="released") == ["ines"]
    assert faults(stood_in) == []


def test_who_stands_in_takes_no_holiday_of_the_owner(stood_in, mei):
    mei.away_by_itself = True
    mei.save()
    run_out(stood_in)
    assert happened(stood_in)[-1] == "timeout 0"


def test_a_day_of_holiday_comes_first_even_where_somebody_is_asked_already(asked, mei, ines):
    mei.away_by_itself = True
    mei.save()
    run_out(asked)
    assert happened(asked) == ["asked 0", "away 0"]
    assert row(asked, 0).deputy_id == ines.id
    assert faults(asked) == []


def test_the_owner_may_resign_while_somebody_stands_in(mei, joon, ines, now):
    four = table(mei, joon, person("akua"), then="stand-in")
    name(mei, ines)
    late = run_out(four)
    absence.accept_stand_in(four.id, ines.id, late)
    with pytest.raises(Refused, match="step down"):
        absence.resign(four.id, ines.id, late)
    absence.resign(four.id, mei.id, late)
    assert (row(four, 0).deputy_id, told("news", event="resigned")) == (None, ["joon", "akua", "ines"])
    assert faults(four) == []


@pytest.mark.parametrize("verb", [absence.accept_stand_in, absence.decline_stand_in])
def test_nobody_else_answers_for_who_is_asked(asked, joon, mei, verb):
    for who in (joon, mei):
        with pytest.raises(absence.NobodyAsks):
            verb(asked.id, who.id, asked.clock_at)
    assert happened(asked) == ["asked 0"]


@pytest.mark.parametrize("verb", [absence.accept_stand_in, absence.decline_stand_in])
def test_it_is_too_late_to_answer_once_the_caretaker_has_played(asked, ines, verb):
    late = run_out(asked)
    with pytest.raises(absence.NobodyAsks):
        verb(asked.id, ines.id, late)


def unverified(mei, joon):
    """Somebody whose address is not confirmed."""
    someone = person("akua")
    EmailAddress.objects.filter(user=someone).update(verified=False)
    return someone


def locked_out(mei, joon):
    """Somebody whose account is closed."""
    return person("akua", is_active=False)


def opponent(mei, joon):
    """Somebody who sits here."""
    return joon


def nobody(mei, joon):
    """No name is given."""


@pytest.mark.parametrize("whom", [unverified, locked_out, opponent, nobody])
def test_who_may_not_stand_in_is_not_asked(mei, joon, whom):
    name(mei, whom(mei, joon))
    game = table(mei, joon, then="stand-in")
    run_out(game)
    assert (happened(game), Notice.objects.filter(kind="question").exists()) == (["timeout 0"], False)


def test_nobody_stands_in_for_two(mei, joon, ines):
    name(mei, ines)
    name(joon, ines)
    game = table(mei, joon, then="stand-in")
    absence.accept_stand_in(game.id, ines.id, run_out(game))
    move(game, game.turn_since or game.clock_at)
    run_out(game)
    assert happened(game) == ["asked 0", "stand-in 0", "timeout 1"]


def test_at_other_tables_nobody_is_asked(mei, joon, ines):
    name(mei, ines)
    game = table(mei, joon)
    run_out(game)
    assert happened(game) == ["timeout 0"]


def test_a_time_bank_that_has_run_out_leaves_who_stands_in_a_day(mei, joon, ines):
    name(mei, ines)
    game = table(mei, joon, then="stand-in", pace=Pace(BANK, NONE, 2 * DAY, HOUR, 3 * DAY))
    late = run_out(game)
    assert row(game, 0).bank == NONE
    absence.accept_stand_in(game.id, ines.id, late)
    game.refresh_from_db()
    assert game.deadline_at == late + DAY
    move(game, late)
    assert row(game, 0).bank == HOUR


def test_turns_that_run_out_one_after_the_other_are_counted_whoever_was_to_play_them(asked, ines):
    """Otherwise the others wait twice for every turn, and for ever."""
    for _ in range(2):
        absence.accept_stand_in(asked.id, ines.id, asked.clock_at)
        run_out(asked)
        if not row(asked, 0).keeper:
            move(asked, asked.turn_since)
            run_out(asked)
    assert [it for it in happened(asked) if it.endswith("0")] == [
        *("asked 0", "stand-in 0", "timeout 0"),
        *("asked 0", "stand-in 0", "timeout 0", "kept 0"),
    ]
    assert faults(asked) == []


def test_a_turn_that_who_stands_in_takes_ends_the_row_of_those_that_ran_out(stood_in, joon):
    Seat.objects.filter(game=stood_in, number=0).update(missed=1)
    move(stood_in, stood_in.turn_since)
    assert row(stood_in, 0).missed == 0


def test_saying_that_one_is_back_gives_no_time_where_nobody_else_has_played(asked, mei, ines):
    deadline = asked.deadline_at
    absence.come_back(asked.id, mei.id, asked.clock_at + HOUR)
    assert faults(asked) == []
    assert (asked.deadline_at, row(asked, 0).deputy_id) == (deadline, None)
    with pytest.raises(absence.NobodyAsks):
        absence.accept_stand_in(asked.id, ines.id, asked.clock_at + HOUR)


def test_at_a_table_for_people_who_are_all_here_an_answer_is_waited_for_as_long_as_a_turn(mei, joon, ines):
    name(mei, ines)
    game = table(mei, joon, then="stand-in", pace=Pace(SOCIABLE, HOUR / 6))
    assert game.deadline_at + HOUR / 6 == run_out(game) + HOUR / 6
    assert (happened(game), game.deadline_at) == (["asked 0"], game.turn_since + 2 * HOUR / 6)


def test_the_owner_plays_after_all_and_who_stood_in_is_told(stood_in, mei, ines):
    moved = store.load(stood_in).moved
    play.submit_turn(stood_in.id, mei.id, moved, a_turn(stood_in), stood_in.turn_since)
    assert told("news", event="returned") == ["ines"]
    assert [it.kind for it in stood_in.events.order_by("seq")][-2:] == ["return", "move"]


def test_who_stands_in_plays_on_for_somebody_who_has_left_the_site(stood_in, mei, joon, ines, now):
    mei.delete()
    assert not watch.watch(stood_in.id, now)
    assert not play.play_house(stood_in.id, now)
    for who in (ines, joon, ines, joon):
        assert (stood_in.waits_for_id, faults(stood_in)) == (who.id, [])
        move(stood_in, stood_in.turn_since)
    absence.decline_stand_in(stood_in.id, ines.id, stood_in.turn_since)
    play.play_house(stood_in.id, stood_in.turn_since)
    assert (faults(stood_in), stood_in.waits_for_id) == ([], joon.id)
    assert row(stood_in, 0).house_player == "sensibly"


def test_of_those_who_play_for_somebody_who_has_left_the_site_a_pause_is_asked_but_not_the_end(
    stood_in, mei, joon, ines, now
):
    mei.delete()
    pause = votes.propose(stood_in.id, joon.id, "pause", now, days=2)
    assert pause.status == "open"
    votes.answer(stood_in.id, ines.id, pause.id, True, now)
    pause.refresh_from_db()
    votes.propose(stood_in.id, joon.id, "end", now)
    stood_in.refresh_from_db()
    assert (pause.status, stood_in.outcome["why"]) == ("agreed", "agreed")


def test_nobody_is_asked_any_more_to_play_for_somebody_who_has_left_the_site(asked, mei, ines):
    mei.delete()
    assert play.play_house(asked.id, asked.clock_at)
    assert (row(asked, 0).deputy_id, faults(asked)) == (None, [])


def test_where_both_have_left_the_site_the_house_plays(stood_in, mei, ines, now):
    mei.delete()
    ines.delete()
    assert play.play_house(stood_in.id, now)
    assert (happened(stood_in)[-1], faults(stood_in)) == ("house 0", [])
