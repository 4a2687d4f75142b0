"""The chance of a game: hidden to the last, then shown whole, with a program that proves it."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from typing import Any

import pytest

from games import aftermath, tables
from games.actions import lobby, records
from games.models import Game, Person
from games.rules import chance
from games.rules.record import read
from tests.site.cast import NOW, finished, played_out, running
from tests.site.tables import opened
from tests.site.test_records import SHARED

WORD = "山 \\ \"quoted\" 'twice' {braces} <b>&amp;"


def after(game: Game, person: Person | None = None) -> aftermath.Aftermath:
    """What the person learns beside the table."""
    return aftermath.aftermath(tables.table_for(game.slug, person))


def chances_of(game: Game) -> aftermath.Chances:
    found = after(game).chances
    assert found is not None
    return found


@pytest.fixture
def started(mei, joon) -> Game:
    """A running game of two people and the house, its seats drawn."""
    game = opened(mei, size=3, word=WORD)
    lobby.add_house(game.id, mei, "sensibly", NOW)
    lobby.join(game.id, joon, NOW, "  lotus ")
    game.refresh_from_db()
    return game


@pytest.fixture
def ended(started) -> Game:
    """The same game after its end."""
    return played_out(started)


def run(program: str) -> tuple[int, str]:
    """Run a program by a Python without anything installed: its exit status, and what it printed."""
    command = [sys.executable, "-I", "-S", "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def test_the_commitment_of_the_open_table_is_that_of_the_server_seed(ended):
    assert ended.commitment == chance.commitment(bytes.fromhex(chances_of(ended).server_seed))


def test_the_words_stand_in_the_order_of_joining_the_house_last(ended):
    assert chances_of(ended).words == (("mei", WORD), ("joon", "lotus"), ("House", ""))


def test_the_deal_is_that_of_the_games_record(ended):
    assert chances_of(ended).deal == records.export(ended).deal


def test_the_program_finds_everything_right(ended):
    assert run(chances_of(ended).program) == (
        0,
        "commitment: right\ngame seed: right\nseats: right\ntiles: right\n",
    )


def test_the_program_has_nothing_to_say_of_seats_that_were_chosen(mei, joon):
    game = finished(mei, joon, commitment=chance.commitment(bytes(range(32))))
    assert run(chances_of(game).program) == (0, "commitment: right\ngame seed: right\ntiles: right\n")


def test_the_program_checks_what_was_shuffled_on_the_way_too(mei, joon):
    sea: dict[str, Any] = {"rules": "titania", "options": {"one_space_per_crane_visit": False}}
    chances = chances_of(finished(mei, joon, commitment=chance.commitment(bytes(range(32))), **sea))
    status, said = run(chances.program)
    assert status == 0
    assert "reshuffle/1: right" in said
    found = next(it for it in chances.shuffles if it.label == "reshuffle/1")
    altered = replace(chances, shuffles=(*chances.shuffles[:-1], swapped_ends(found)))
    assert "reshuffle/1: WRONG" in run(altered.program)[1]


def swapped_ends(shuffled: aftermath.Shuffled) -> aftermath.Shuffled:
    """The same with other cards before it."""
    return replace(shuffled, before=[*shuffled.before[1:], shuffled.before[0]])


def test_the_program_is_plain_and_names_the_game(ended, settings):
    program = chances_of(ended).program
    assert program.isascii()
    assert f"{settings.SITE_URL}{ended.get_absolute_url()}" in program


def test_the_program_shown_to_everybody_works_as_that_of_a_game(ended):
    programs = chances_of(ended).program, aftermath.SAMPLE.program
    told, shown = (program.partition("\n\n\n")[2] for program in programs)
    assert told == shown


@pytest.mark.parametrize(
    ("altered", "wrong"),
    [
        (lambda it: replace(it, commitment="0" * 64), {"commitment"}),
        (lambda it: replace(it, server_seed="0" * 64), {"commitment", "game seed"}),
        (lambda it: replace(it, words=it.words[::-1]), {"game seed"}),
        (lambda it: replace(it, words=(("mei", ""), *it.words[1:])), {"game seed"}),
        (lambda it: replace(it, seed="0" * 64), {"game seed", "tiles"}),
        (lambda it: replace(it, shuffles=(swapped(it.shuffles[0]), it.shuffles[1])), {"seats"}),
        (lambda it: replace(it, shuffles=(it.shuffles[0], swapped(it.shuffles[1]))), {"tiles"}),
    ],
)
def test_the_program_finds_what_was_altered(ended, altered, wrong):
    status, printed = run(altered(chances_of(ended)).program)
    found = {line.partition(":")[0] for line in printed.splitlines() if line.endswith("WRONG")}
    assert status == 1
    assert wrong <= found
    assert "commitment" in wrong or "commitment" not in found


def swapped(shuffled: aftermath.Shuffled) -> aftermath.Shuffled:
    """The same with the first two exchanged."""
    first, second, *rest = shuffled.dealt
    return replace(shuffled, dealt=[second, first, *rest])


def test_before_the_end_nothing_of_a_seed_is_told_to_anybody(started, mei, joon, ines):
    secrets = {bytes(started.server_seed).hex(), bytes(started.seed).hex()}
    for person in (mei, joon, ines, None):
        known = after(started, person)
        assert known.chances is None
        assert not any(secret in repr(known) for secret in secrets)


def test_before_the_end_nothing_depends_on_a_seed(mei, joon):
    game = running(mei, joon)
    known = after(game)
    Game.objects.filter(id=game.id).update(seed=bytes(32), server_seed=bytes(32))
    assert after(game) == known


def test_a_game_from_elsewhere_proves_nothing(db):
    game = records.import_(read(SHARED.read_text()), NOW)
    assert after(game).chances is None


def test_a_deal_made_by_hand_proves_nothing(ended):
    Game.objects.filter(id=ended.id).update(deal=chances_of(ended).deal)
    assert after(ended).chances is None


def test_the_scores_run_from_nothing_over_every_turn_to_the_result(ended):
    table = tables.table_for(ended.slug, None)
    assert table.result
    scores = aftermath.aftermath(table).scores
    assert scores[0] == (0, 0, 0)
    assert len(scores) == len(table.log) + 1 == table.progress[1] + 1
    assert scores[-1] == table.result.scores


def test_what_everybody_did_is_counted_once_the_game_is_over(started):
    assert after(started).tallies == ()
    tallies = after(played_out(started)).tallies
    assert sum(tallies[0].counts) > 0


def test_the_scores_are_known_on_the_way(started):
    assert after(started).scores == ((0, 0, 0),)


def test_a_rematch_is_told_to_those_who_played(ended, mei, joon, ines):
    assert after(ended, mei).rematch is None
    again = lobby.rematch(ended.id, joon, NOW)
    assert after(ended, mei).rematch == aftermath.Rematch(
        again.get_absolute_url(), str(again.commitment), ("joon",), True, False
    )
    joined = after(ended, joon).rematch
    assert joined and joined.has_you
    assert after(ended, ines).rematch is None
