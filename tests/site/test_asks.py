"""What a table asks its people: around it, above its board, with the answers so far; and what pages cost."""

from __future__ import annotations

import re

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.actions import absence, breaks, votes
from games.clock.terms import BANK, DAY, HOUR, STAND_IN, VOTE, Absence, Pace, Terms
from games.models import Game, Person
from tests.site.absences import run_out, stay_away, table
from tests.site.accounts import sound
from tests.site.around import address, forms, frozen, page, read
from tests.site.asking import stands_in
from tests.site.cast import as_client, person, running
from tests.site.worlds import after_turns, redeal, seen

OTHER = Terms(Pace(turn=5 * DAY, weekends_off=True))


@pytest.fixture(autouse=True)
def clock(now):
    """Thursday, 24 September, 12:40 in Oslo; a test may move on."""
    with time_machine.travel(now, tick=False) as traveller:
        yield traveller


@pytest.fixture
def three(mei, joon, ines) -> Game:
    """A running game of three: mei is to act."""
    return running(mei, joon, ines)


# What is asked


def test_what_has_been_said_so_far_is_open_to_all(three, mei, joon, ines, now):
    question = votes.propose(three.id, joon.id, "pause", now, days=1)
    votes.answer(three.id, mei.id, question.id, True, now)
    for by in (mei, joon, ines, None):
        assert "a pause of 1 day. mei: yes ines: not yet" in read(three, by)


def test_an_answer_can_be_changed_as_long_as_the_question_is_open(three, mei, joon, now):
    question = votes.propose(three.id, joon.id, "pause", now, days=1)
    votes.answer(three.id, mei.id, question.id, True, now)
    assert "answer yes" in forms(three, mei)


def test_other_terms_are_shown_by_what_would_change(three, mei, joon, now):
    votes.propose(three.id, joon.id, "terms", now, terms=OTHER)
    said = read(three, mei)
    assert "joon proposes other terms: 5 days a turn, weekends off." in said
    assert "Each turn Everybody has 5 days for each turn." in said
    assert said.count("If it is abandoned") == 1


def test_about_somebody_absent_both_answers_are_named(mei, joon, ines):
    game = table(mei, joon, ines, then=VOTE)
    run_out(game)
    said = read(game, joon)
    assert (
        "The time of mei has run out. Does the house play on, or does the game end without a winner?" in said
    )
    assert "The house plays on The game ends" in said
    assert forms(game, joon) == ["answer no", "answer yes", "propose pause", "propose end"]
    assert "Your time has run out. The others decide" in read(game, mei)


def test_a_question_that_is_overtaken_is_not_shown(three, mei, joon, now, clock):
    votes.propose(three.id, joon.id, "pause", now, days=3)
    clock.move_to(now + 7 * DAY)
    assert "proposes" not in read(three, mei)


# Above the board


def asked_above(game: Game, by: Person | None) -> str:
    """What stands above the board."""
    found = as_client(by).get(game.get_absolute_url()).content.decode()
    above = re.search(r'<section class="asks".*?</section>', found, flags=re.S)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", above[0])).strip() if above else ""


def test_nothing_stands_above_the_board_where_nobody_is_asked(three, mei, joon):
    assert [asked_above(three, by) for by in (mei, joon, None)] == ["", "", ""]


def test_a_question_stands_above_the_board_until_one_has_answered(three, mei, joon, ines, now):
    question = votes.propose(three.id, joon.id, "pause", now, days=3)
    assert asked_above(three, mei) == "joon proposes a pause of 3 days. Yes No"
    assert [asked_above(three, by) for by in (joon, None)] == ["", ""]
    votes.answer(three.id, mei.id, question.id, True, now)
    assert asked_above(three, mei) == ""
    assert asked_above(three, ines) != ""


def test_what_other_terms_would_change_is_a_page_away(three, mei, joon, now):
    votes.propose(three.id, joon.id, "terms", now, terms=OTHER)
    assert "See what would change" in asked_above(three, mei)


def test_ones_own_seat_that_is_kept_stands_above_the_board(mei, joon, ines):
    game = table(mei, joon, ines, after=1)
    run_out(game)
    assert asked_above(game, mei) == "The house keeps your seat. I am back"
    assert asked_above(game, joon) == ""


def test_who_is_asked_to_stand_in_reads_it_above_the_board(mei, joon, ines):
    breaks.save_absence(mei, False, "ines")
    game = table(mei, joon, then=STAND_IN)
    run_out(game)
    asks = "The time of mei has run out. Do you play for mei from now on? Yes, I play No"
    assert asked_above(game, ines) == asks
    assert [asked_above(game, by) for by in (mei, joon)] == ["", ""]


def test_of_two_the_one_who_stayed_is_told_of_the_win_and_where_to_take_it(mei, joon):
    game = table(mei, joon)
    stay_away(game, joon)
    assert asked_above(game, mei).startswith("joon stays away, and the house plays there.")
    assert forms(game, mei, game.get_absolute_url())[-2:] != ["take-the-win"]


def test_a_swap_of_the_table_brings_it_too(three, mei, joon, now):
    votes.propose(three.id, joon.id, "pause", now, days=3)
    swap = as_client(mei).get(three.get_absolute_url(), headers={"HX-Request": "true"})
    assert "joon proposes a pause" in swap.content.decode()


# Hidden things, and what a page costs


@pytest.mark.parametrize("viewer", [0, 1, None])
@pytest.mark.parametrize("lanterns", ["hidden", "open"])
def test_nothing_hidden_leaks(mei, joon, ines, now, viewer, lanterns):
    game = running(mei, joon, options={"edition": "printed", "lanterns": lanterns})
    game = after_turns(game, mei, joon, turns=5)
    votes.propose(game.id, joon.id, "pause", now, days=3)
    client = as_client(ines if viewer is None else (mei, joon)[viewer])
    addresses = (address(game), game.get_absolute_url())
    before = [seen(client.get(it).content.decode()) for it in addresses]
    redeal(game, viewer)
    assert [seen(client.get(it).content.decode()) for it in addresses] == before


def queries(game: Game, by: Person, where: str) -> int:
    """How many queries a second look at a page takes."""
    client = as_client(by)
    client.get(where)
    with CaptureQueriesContext(
        connection,
    ) as found:
        client.get(where)
    return len(found)


def test_the_page_takes_as_many_queries_whatever_has_happened(three, mei, joon, ines, now):
    votes.propose(three.id, joon.id, "pause", now, days=3)
    breaks.go_away(ines, now + DAY, now + 3 * DAY, now)
    few = queries(three, joon, address(three))
    for kind in ("end", "terms"):
        votes.propose(three.id, ines.id, kind, now, terms=OTHER)
    assert queries(three, joon, address(three)) == few


def test_the_board_takes_one_query_for_what_its_players_are_asked_and_none_for_others(three, mei, joon, now):
    noor = person("noor")
    where = three.get_absolute_url()
    before = queries(three, mei, where), queries(three, noor, where)
    assert before[0] == before[1] + 1
    votes.propose(three.id, joon.id, "pause", now, days=3)
    votes.propose(three.id, joon.id, "end", now)
    assert (queries(three, mei, where), queries(three, noor, where)) == before


def test_who_plays_against_the_house_alone_is_asked_nothing(mei, ines):
    game = running(mei, "sensibly")
    assert queries(game, mei, game.get_absolute_url()) == queries(game, ines, game.get_absolute_url())


@pytest.mark.parametrize("rules", ["lanterns", "titania"])
def test_every_state_is_sound_in_every_game(mei, joon, ines, now, rules):
    options = (
        {"one_space_per_crane_visit": False}
        if rules == "titania"
        else {"edition": "printed", "lanterns": "open"}
    )
    terms = Terms(Pace(BANK, bank=5 * DAY, cap=5 * DAY, turn=HOUR), Absence(after=1))
    game = running(mei, joon, ines, rules=rules, options=options, terms=terms)
    votes.propose(game.id, joon.id, "terms", now, terms=OTHER)
    run_out(game)
    for by in (mei, joon, None):
        sound(as_client(by).get(game.get_absolute_url()))
        page(game, by)
    frozen(game, now)
    for by in (mei, joon, None):
        sound(as_client(by).get(game.get_absolute_url()))
        page(game, by)


# Who asks


def test_a_stand_in_asks_in_their_own_name(mei, joon, ines, now):
    game = running(mei, joon)
    stands_in(game, 1, ines, now)
    votes.propose(game.id, ines.id, "pause", now, days=3)
    what = "a pause of 3 days."
    assert f"You propose {what}" in read(game, ines)
    assert f"ines, who stands in for you, proposes {what}" in read(game, joon)
    for by in (mei, None):
        assert f"ines, who stands in for joon, proposes {what}" in read(game, by)
    absence.come_back(game.id, joon.id, now)
    assert f"ines, who stood in for you, proposes {what}" in read(game, joon)
    assert f"ines, who stood in for joon, proposes {what}" in read(game, mei)


def test_what_an_owner_has_asked_is_not_put_down_to_a_stand_in(mei, joon, ines, now):
    game = running(mei, joon)
    votes.propose(game.id, joon.id, "end", now)
    stands_in(game, 1, ines, now)
    what = "to end the game now, without a winner."
    assert f"joon proposes {what}" in read(game, ines)
    assert f"You propose {what}" in read(game, joon)
