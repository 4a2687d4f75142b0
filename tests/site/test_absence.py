"""A turn runs out: who plays it, who keeps the seat, and who comes back."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games import store
from games.actions import Refused, Stale, absence, play
from games.actions.settling import NotRunning
from games.clock.terms import BANK, DAY, HOUR, NONE, SOFT, Pace
from games.models import Draft, Event, Game, Outage, Seat
from tests.site.absences import faults, happened, move, row, run_out, stay_away, table, told
from tests.site.cast import a_turn, person, running

A_HAIR = timedelta(microseconds=1)


@pytest.fixture
def three(mei, joon, ines) -> Game:
    """A running game of three: mei is to act."""
    return table(mei, joon, ines)


def test_a_turn_runs_out_at_the_very_moment_of_its_deadline(game, now):
    deadline = now + 3 * DAY
    assert not absence.time_out(game.id, deadline - A_HAIR)
    assert absence.time_out(game.id, deadline)
    assert faults(game) == []


def test_the_house_plays_it_in_the_name_of_its_player(game, mei, now):
    run_out(game)
    kinds = Event.objects.order_by("seq").values_list("kind", "seat", "by_site")
    assert list(kinds) == [("timeout", 0, True), ("move", 0, True)]
    assert (game.waits_for.username, row(game, 0).player_id) == ("joon", mei.id)


def test_what_was_composed_is_thrown_away(game, mei):
    Draft.objects.create(seat=Seat.objects.get(person=mei), seq=0, steps=[])
    run_out(game)
    assert not Draft.objects.exists()


def test_of_two_sweeps_only_one_finds_that_it_has_run_out(game):
    late = run_out(game)
    assert not absence.time_out(game.id, late)
    assert happened(game) == ["timeout 0"]


def test_a_turn_that_came_first_wins(game, mei, now):
    play.submit_turn(game.id, mei.id, 0, a_turn(game), now + 3 * DAY)
    assert not absence.time_out(game.id, now + 3 * DAY)
    assert happened(game) == []


def test_an_outage_that_is_known_by_now_puts_it_off_and_is_written_down(game, now):
    Outage.objects.create(since=now + DAY, until=now + DAY + 6 * HOUR)
    assert not absence.time_out(game.id, now + 3 * DAY)
    game.refresh_from_db()
    assert game.deadline_at == now + 3 * DAY + 6 * HOUR
    assert absence.time_out(game.id, game.deadline_at)


def test_a_game_that_is_over_or_has_no_deadline_runs_out_of_nothing(mei, joon, now):
    soft = table(mei, joon, pace=Pace(SOFT))
    assert not absence.time_out(soft.id, now + 1000 * DAY)
    game = running(mei, joon)
    absence.resign(game.id, mei.id, now)
    assert not absence.time_out(game.id, now + 1000 * DAY)


def test_the_turn_of_somebody_who_has_left_the_site_is_no_time_out(game, mei, now):
    mei.delete()
    assert absence.time_out(game.id, now)
    assert happened(game) == ["house 0"]
    assert faults(game) == []


def test_where_the_last_has_left_the_site_nobody_plays_on(game, mei, joon, now):
    joon.delete()
    mei.delete()
    assert play.play_house(game.id, now)
    game.refresh_from_db()
    assert (game.still, game.seq) == ("deserted", 0)
    assert not play.play_house(game.id, now)


def test_whoever_stood_in_and_has_left_the_site_leaves_the_turn_to_the_owner(game, mei, ines, now):
    Seat.objects.filter(game=game, person=mei).update(deputy=ines, deputy_since=now)
    Game.objects.filter(id=game.id).update(waits_for=ines)
    ines.delete()
    assert play.play_house(game.id, now + HOUR)
    game.refresh_from_db()
    assert (game.waits_for_id, game.deadline_at) == (mei.id, now + HOUR + 3 * DAY)
    assert told("turn") == ["mei"]
    assert faults(game) == []


def test_the_rest_of_a_turn_of_several_steps_is_played_by_the_house(mei, joon, now):
    options = {"one_space_per_crane_visit": False}
    game = table(mei, joon, rules="titania", options=options, level="sensibly")
    while True:
        before = store.load(game)
        sent = play.submit_turn(game.id, game.waits_for_id, before.moved, a_turn(game), now)
        game.refresh_from_db()
        if sent.goes_on:
            break
    begun, seat = game.seq, game.to_act
    run_out(game)
    turn = next(it for it in reversed(store.load(game).turns) if it.seat == seat)
    assert [step.by_site for step in turn.steps if step.seq > begun] == [True] * (game.seq - begun)
    assert not any(step.by_site for step in turn.steps if step.seq <= begun)
    assert game.to_act != seat
    assert faults(game) == []


def test_the_house_plays_on_where_the_next_seats_are_its_own(mei, joon, now):
    game = table(mei, "randomly", joon, "randomly")
    assert game.to_act == 0
    run_out(game)
    assert [it.seat for it in store.load(game).turns] == [0, 1]
    assert (game.waits_for_id, game.turn_since) == (joon.id, now + 3 * DAY)


def test_everybody_is_told_but_who_is_next_and_reads_it_there(three):
    run_out(three)
    assert (told("timeout"), told("turn")) == (["mei", "ines"], ["joon"])


@pytest.mark.parametrize("after", [1, 2, 3, 4, 5])
def test_the_caretaker_keeps_a_seat_after_as_many_in_a_row_as_was_agreed(mei, joon, now, after):
    game = table(mei, joon, after=after)
    for missed in range(1, after + 1):
        run_out(game)
        assert row(game, 0).missed == missed
        assert bool(row(game, 0).keeper) == (missed == after)
        move(game, game.turn_since)
    assert happened(game) == ["timeout 0"] * after + ["kept 0", "house 0"]
    assert (told("news", event="kept"), game.waits_for_id) == (["joon", "mei"], joon.id)
    assert faults(game) == []


def test_a_turn_taken_between_two_that_ran_out_begins_the_count_anew(mei, joon):
    game = table(mei, joon, after=2)
    run_out(game)
    for _ in range(2):
        move(game, game.turn_since)
    assert (game.waits_for_id, row(game, 0).missed) == (joon.id, 0)
    move(game, game.turn_since)
    run_out(game)
    assert (row(game, 0).missed, row(game, 0).keeper) == (1, "")


def test_the_caretaker_plays_as_well_as_was_agreed(mei, joon):
    game = table(mei, joon, after=1, level="sensibly")
    run_out(game)
    assert row(game, 0).keeper == "sensibly"


def test_a_time_bank_that_ran_out_holds_what_a_turn_adds(mei, joon):
    game = table(mei, joon, pace=Pace(BANK, 12 * HOUR, 2 * DAY, 6 * HOUR, 4 * DAY))
    run_out(game)
    assert row(game, 0).bank == 6 * HOUR


def test_a_game_whose_last_player_stays_away_stands_still(mei, joon):
    game = table(mei, joon, after=1)
    run_out(game)
    late = run_out(game)
    assert (game.still, game.ends_at) == ("deserted", late + 14 * DAY)
    assert not play.play_house(game.id, late)
    assert faults(game) == []


def test_a_kept_seat_alone_against_the_house_is_not_played_to_the_end(mei):
    game = table(mei, "randomly", after=1)
    run_out(game)
    assert (game.still, len(store.load(game).turns)) == ("deserted", 1)


def test_the_last_turn_of_a_game_may_be_one_that_ran_out(mei, joon):
    game = table(mei, joon)
    while game.status == "running":
        run_out(game)
        Seat.objects.update(missed=0)  # so that nobody's seat is kept
    assert (game.status, game.outcome, faults(game)) == ("ended", None, [])


# ------------------------------------------------------------------ coming back


def test_the_owner_comes_back_while_another_is_to_act(mei, joon):
    game = table(mei, joon, after=2)
    late = stay_away(game, mei)
    deadline = game.deadline_at
    absence.come_back(game.id, mei.id, late + HOUR)
    assert faults(game) == []
    assert (row(game, 0).keeper, row(game, 0).missed, game.deadline_at) == ("", 0, deadline)
    assert told("news", event="returned") == ["joon"]
    move(game, late + 2 * HOUR)
    assert game.waits_for_id == mei.id


def test_who_comes_back_first_to_a_deserted_game_plays_at_once_with_all_the_time(mei, joon):
    game = table(mei, joon, after=1)
    run_out(game)
    late = run_out(game) + 5 * DAY
    absence.come_back(game.id, mei.id, late)
    assert faults(game) == []
    assert (game.waits_for_id, game.deadline_at, game.ends_at) == (mei.id, late + 3 * DAY, None)


def test_a_deserted_game_at_the_turn_of_the_house_goes_on_for_who_comes_back(mei, joon):
    game = table(mei, joon, after=1)
    run_out(game)
    late = run_out(game) + DAY
    absence.come_back(game.id, joon.id, late)
    assert faults(game) == []
    assert game.still == "house"
    assert play.play_house(game.id, late)
    game.refresh_from_db()
    assert game.waits_for_id == joon.id


def test_coming_back_twice_is_as_good_as_once(mei, joon):
    game = table(mei, joon, after=1)
    late = run_out(game)
    for _ in range(2):
        absence.come_back(game.id, mei.id, late)
    assert happened(game) == ["timeout 0", "kept 0", "return 0"]


def test_who_was_not_away_has_nothing_to_come_back_from(game, mei, now):
    absence.come_back(game.id, mei.id, now + HOUR)
    game.refresh_from_db()
    assert (game.seq, game.turn_since) == (0, now)


def test_only_the_owner_comes_back(mei, joon, ines):
    game = table(mei, joon, after=1)
    late = run_out(game)
    with pytest.raises(play.NotYours):
        absence.come_back(game.id, ines.id, late)
    assert row(game, 0).keeper


def test_nobody_comes_back_to_a_game_that_is_over(game, mei, now):
    absence.resign(game.id, mei.id, now)
    with pytest.raises(NotRunning):
        absence.come_back(game.id, mei.id, now)


def test_an_empty_time_bank_leaves_who_comes_back_a_day(mei, joon):
    game = table(mei, joon, after=1, pace=Pace(BANK, NONE, DAY, NONE, DAY))
    run_out(game)
    late = run_out(game)
    absence.come_back(game.id, mei.id, late)
    game.refresh_from_db()
    assert (row(game, 0).bank, game.deadline_at) == (NONE, late + DAY)


@pytest.mark.parametrize("verb", ["come_back", "resign", "take_win", "accept_stand_in", "decline_stand_in"])
def test_nothing_changes_hands_while_a_game_stands_still_because_of_a_fault(mei, joon, verb):
    game = table(mei, joon, after=1)
    late = run_out(game)
    Game.objects.filter(id=game.id).update(still="stuck", deadline_at=None)
    who = {"take_win": joon}.get(verb, mei)
    with pytest.raises(play.Stuck):
        getattr(absence, verb)(game.id, who.id, late)
    game.refresh_from_db()
    assert (game.still, row(game, 0).keeper) == ("stuck", "randomly")


# ------------------------------------------------------------------ winning against nobody


def test_who_stayed_may_end_a_game_of_two_as_won(mei, joon):
    game = table(mei, joon, after=1)
    late = run_out(game)
    absence.take_win(game.id, joon.id, late)
    assert faults(game) == []
    assert (game.status, game.outcome) == ("ended", {"why": "left", "winner": 1})
    with pytest.raises(NotRunning):
        absence.take_win(game.id, joon.id, late)


def test_who_stayed_may_as_well_play_on(mei, joon):
    game = table(mei, joon, after=1)
    late = run_out(game)
    move(game, late)
    assert (game.waits_for_id, faults(game)) == (joon.id, [])


def test_nobody_wins_against_somebody_who_is_there(game, mei, now):
    with pytest.raises(Refused, match="stays away"):
        absence.take_win(game.id, mei.id, now)


def test_nobody_wins_so_against_a_house_player(mei, now):
    game = table(mei, "randomly")
    with pytest.raises(Refused, match="stays away"):
        absence.take_win(game.id, mei.id, now)


def test_of_three_nobody_wins_so(mei, joon, ines):
    game = table(mei, joon, ines, after=1)
    late = run_out(game)
    with pytest.raises(Refused, match="two of you"):
        absence.take_win(game.id, joon.id, late)


def test_who_is_away_too_comes_back_before_winning(mei, joon):
    game = table(mei, joon, after=1)
    run_out(game)
    late = run_out(game)
    with pytest.raises(play.Kept):
        absence.take_win(game.id, joon.id, late)
    absence.come_back(game.id, joon.id, late)
    absence.take_win(game.id, joon.id, late)
    game.refresh_from_db()
    assert game.outcome == {"why": "left", "winner": 1}


def test_a_watcher_wins_nothing(mei, joon, ines):
    game = table(mei, joon, after=1)
    late = run_out(game)
    with pytest.raises(play.NotYours):
        absence.take_win(game.id, ines.id, late)


# ------------------------------------------------------------------ the order of what is tried


def test_who_wishes_that_takes_a_day_of_holiday_rather_than_running_out(game, mei, now):
    mei.away_by_itself = True
    mei.save()
    run_out(game)
    assert happened(game) == ["away 0"]
    assert now + 4 * DAY <= game.deadline_at < now + 4 * DAY + HOUR
    assert not absence.time_out(game.id, game.deadline_at - A_HAIR)
    assert (row(game, 0).missed, told("timeout"), faults(game)) == (0, [], [])
    assert told("news", event="away") == ["joon", "mei"]


def test_a_holiday_by_itself_comes_before_a_stand_in_and_before_a_vote(mei, joon):
    ines = person("ines")
    mei.away_by_itself, mei.stand_in = True, ines
    mei.save()
    for then in ("stand-in", "vote"):
        game = table(mei, joon, then=then)
        run_out(game)
        assert happened(game) == ["away 0"]


def test_without_holidays_left_it_runs_out_after_all(game, mei, joon, now):
    mei.away_by_itself = True
    mei.save()
    days = 0
    while not told("timeout"):
        run_out(game)
        days += 1
    assert happened(game) == ["away 0"] * 14 + ["timeout 0"]
    assert days == 15


def test_at_a_table_that_votes_the_others_are_asked_and_the_turn_lasts_a_day_more(mei, joon, ines):
    game = table(mei, joon, ines, then="vote")
    late = run_out(game)
    question = game.questions.get()
    assert (question.kind, question.seat, question.status) == ("absent", 0, "open")
    assert (told("question"), game.deadline_at) == (["joon", "ines"], late + DAY)
    assert (happened(game), faults(game)) == (["question 0"], [])


def test_a_vote_that_nobody_has_decided_leaves_the_turn_to_the_caretaker(mei, joon, ines):
    game = table(mei, joon, ines, then="vote")
    run_out(game)
    run_out(game)
    assert game.questions.get().status == "lapsed"
    assert (happened(game), row(game, 0).missed) == (["question 0", "timeout 0"], 1)
    assert faults(game) == []


def test_at_the_next_turn_that_runs_out_the_others_are_asked_again(mei, joon):
    game = table(mei, joon, then="vote", after=5)
    for _ in range(2):
        run_out(game)
        run_out(game)
        move(game, game.turn_since)
    assert game.questions.count() == 2


def test_where_nobody_else_plays_nobody_is_asked(mei):
    game = table(mei, "randomly", then="vote")
    run_out(game)
    assert (game.questions.count(), happened(game)) == (0, ["timeout 0"])


def test_a_turn_taken_during_the_vote_overtakes_it(mei, joon):
    game = table(mei, joon, then="vote", pace=Pace(BANK, NONE, 2 * DAY, 6 * HOUR, 4 * DAY))
    late = run_out(game)
    move(game, late + HOUR)
    assert game.questions.get().status == "lapsed"
    assert (row(game, 0).bank, row(game, 0).missed) == (6 * HOUR, 0)


def test_a_turn_composed_before_the_question_can_still_be_sent(mei, joon):
    game = table(mei, joon, then="vote")
    moved, texts = store.load(game).moved, a_turn(game)
    late = run_out(game)
    assert play.submit_turn(game.id, mei.id, moved, texts, late).accepted


def test_it_refuses_the_turn_of_who_has_run_out(game, mei):
    texts = a_turn(game)
    late = run_out(game)
    with pytest.raises(Stale):
        play.submit_turn(game.id, mei.id, 0, texts, late)
