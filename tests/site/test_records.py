"""Stored games as records: taken out, brought in, and proved by replaying them."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games import store, tables
from games.actions import Refused, absence, play, records
from games.clock.terms import Absence, Terms
from games.models import Event, Game, Person
from games.rules import lanterns
from games.rules.record import RecordError, last, outcome, read, write
from tests.site.cast import NOW, finished, person, running
from tests.site.tables import opened

GOLDEN = Path(__file__).parents[1] / "golden"
SHARED = GOLDEN / "shared-by-two-of-four.json"


def run(*words: str) -> str:
    out = io.StringIO()
    call_command("record", *words, stdout=out)
    return out.getvalue()


def refused(*words: str) -> str:
    with pytest.raises(CommandError) as refusal:
        run(*words)
    return str(refusal.value)


@pytest.fixture
def ended(mei: Person) -> Game:
    """A game that mei played against the house to its end, scored."""
    game = finished(mei, "randomly")
    play.score(game.id, NOW)
    game.refresh_from_db()
    return game


# Export


def test_the_record_of_an_ended_game_replays_to_its_result(ended: Game) -> None:
    record = read(run("export", ended.slug))
    assert outcome(lanterns.result(last(record))) == record.result


def test_the_record_of_an_ended_game_holds_seed_and_deal(ended: Game) -> None:
    record = records.export(ended)
    assert record.seed == bytes(ended.seed or b"")
    assert record.deal == lanterns.spell(lanterns.deal(2, ended.options, bytes(ended.seed or b"")))


def test_the_record_names_the_players_and_the_game(ended: Game) -> None:
    kept = records.export(ended).kept
    assert (kept["players"], kept["id"]) == (["mei", "House"], ended.slug)


def test_the_record_has_one_time_for_each_move(ended: Game) -> None:
    record = records.export(ended)
    assert record.kept["at"] == [NOW.isoformat()] * len(record.moves)


def test_what_happened_to_turns_and_seats_stands_among_the_events(mei: Person, joon: Person) -> None:
    game = running(mei, joon, terms=Terms(absence=Absence(after=1)))
    late = NOW + timedelta(days=3)
    absence.time_out(game.id, late)
    absence.come_back(game.id, mei.id, late)
    absence.resign(game.id, mei.id, late)
    game.refresh_from_db()
    kept = records.export(game).kept
    events = [(it["event"], it["seat"]) for it in kept["events"]]
    assert events == [("timeout", 0), ("caretaker", 0), ("return", 0)]
    assert kept["outcome"] == {"reason": "resigned", "places": [2, 1]}


def test_a_record_of_a_game_that_ended_otherwise_comes_in_as_it_went_out(game: Game, mei: Person) -> None:
    absence.resign(game.id, mei.id, NOW)
    play.score(game.id, NOW)
    game.refresh_from_db()
    again = records.import_(records.export(game), NOW)
    assert again.outcome == game.outcome == {"why": "resigned", "winner": 1}
    assert list(again.seats.values_list("score", "place")) == [(None, 2), (None, 1)]
    assert records.differences(again) == []


def test_a_running_game_is_not_exported_unasked(game: Game) -> None:
    assert "--secret" in refused("export", game.slug)


def test_a_running_game_is_exported_with_its_secrets_when_asked(game: Game) -> None:
    assert read(run("export", game.slug, "--secret")).seed == bytes(game.seed or b"")


def test_the_record_of_a_running_game_that_leaves_the_server_has_no_chance_in_it(game: Game) -> None:
    record = records.export(game)
    assert (record.seed, record.deal) == (None, None)
    assert bytes(game.seed or b"").hex() not in write(record)


def test_a_game_is_exported_by_its_number_too(ended: Game) -> None:
    assert run("export", str(ended.id)) == run("export", ended.slug)


@pytest.mark.parametrize("name", ["nobody", "0", "9" * 5000, "", "٣"])
def test_a_game_that_is_not_there_is_named(db: None, name: str) -> None:
    assert refused("export", name) == f"There is no game {name!r} here."


def test_a_table_that_has_not_started_has_no_record(mei: Person) -> None:
    with pytest.raises(Refused):
        records.export(opened(mei))


# Import


def imported(path: Path = SHARED) -> Game:
    return Game.objects.get(slug=run("import", str(path)).strip())


@pytest.mark.django_db
def test_an_imported_game_has_its_result() -> None:
    record, game = read(SHARED.read_bytes()), imported()
    seats = game.seats.order_by("number").values_list("name", "score", "place")
    assert record.result is not None
    assert list(seats) == list(
        zip(record.kept["players"], record.result.scores, record.result.places, strict=True)
    )


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["shared-by-two-of-four", "deal-spelled-out", "hidden-lanterns"])
def test_an_imported_game_gives_the_same_record_again(name: str) -> None:
    record = read((GOLDEN / f"{name}.json").read_bytes())
    again = records.export(imported(GOLDEN / f"{name}.json"))
    assert (again.moves, again.result, again.options) == (record.moves, record.result, record.options)
    assert last(again) == last(record)


@pytest.mark.django_db
def test_an_imported_game_is_archived_and_in_nobodys_statistics() -> None:
    game = imported()
    assert (game.archived, game.people, game.status) == (True, 0, Game.Status.SCORED)


@pytest.mark.django_db
def test_an_imported_game_can_be_looked_at_step_by_step() -> None:
    game = imported()
    table = tables.table_at(game.slug, None, game.seq)
    assert (table.plies, table.has_ended) == (game.seq, True)


@pytest.mark.django_db
def test_an_exported_game_is_imported_with_its_times_and_time_outs(ended: Game, tmp_path: Path) -> None:
    record = records.export(ended)
    later = [(NOW + timedelta(hours=n)).isoformat() for n in range(len(record.moves))]
    game = records.import_(replace(record, kept={**record.kept, "at": later}), NOW)
    assert (game.started_at, game.ended_at) == (NOW, NOW + timedelta(hours=len(later) - 1))
    assert rows(game) == rows(ended)


def rows(game: Game) -> list[tuple[Any, ...]]:
    return list(game.events.order_by("seq").values_list("seq", "kind", "seat", "text"))


def changed(tmp_path: Path, **changes: Any) -> str:
    path = tmp_path / "record.json"
    path.write_text(json.dumps(json.loads(SHARED.read_text("utf-8")) | changes), encoding="utf-8")
    return str(path)


@pytest.mark.django_db
def test_times_without_a_zone_are_taken_as_utc(tmp_path: Path) -> None:
    moves = json.loads(SHARED.read_text("utf-8"))["moves"]
    game = imported(Path(changed(tmp_path, at=["2020-02-02T20:20:00"] * len(moves))))
    assert game.ended_at is not None
    assert game.ended_at.isoformat() == "2020-02-02T20:20:00+00:00"


@pytest.mark.django_db
def test_a_game_that_is_not_over_is_not_imported(tmp_path: Path) -> None:
    record = json.loads(SHARED.read_text("utf-8"))
    del record["result"]
    path = tmp_path / "record.json"
    path.write_text(json.dumps(record | {"moves": record["moves"][:-1]}), encoding="utf-8")
    assert refused("import", str(path)) == "The game of this record is not over, so it cannot be stored."
    assert not Game.objects.exists()


@pytest.mark.django_db
def test_nothing_is_stored_of_a_record_that_does_not_replay(tmp_path: Path) -> None:
    path = changed(tmp_path, result={"scores": [1, 2, 3, 4], "places": [4, 3, 2, 1]})
    assert refused("import", path).startswith('The "scores" of the record are [1, 2, 3, 4]; ')
    assert not Game.objects.exists()


@pytest.mark.django_db
def test_a_record_that_cannot_be_replayed_is_refused_by_the_function_too() -> None:
    record = read(SHARED.read_bytes())
    with pytest.raises(RecordError):
        records.import_(replace(record, moves=((0, "finish"), *record.moves)), NOW)


# Verify


def test_stored_games_agree_with_their_replay(ended: Game, joon: Person) -> None:
    running(joon, "sensibly")
    imported()
    assert run("verify") == "3 games replayed, none differs.\n"


def test_one_table_or_the_tables_of_one_game_can_be_verified(ended: Game) -> None:
    assert run("verify", "--game", ended.slug) == run("verify", "--game", "lanterns")
    assert refused("verify", "--game", "chess") == "There is no game 'chess' here."


def column(**values: Any) -> Callable[[Game], object]:
    return lambda game: Game.objects.filter(id=game.id).update(**values)


SPOILT: dict[str, Callable[[Game], object]] = {
    "to_act": column(to_act=1),
    "waits_for": lambda game: Game.objects.filter(id=game.id).update(waits_for=person("somebody")),
    "turns_done": column(turns_done=1),
    "turns_all": column(turns_all=99),
    "people": column(people=2),
    "has_ended": column(status=Game.Status.RUNNING, to_act=0, deadline_at=NOW),
    "scores": lambda game: game.seats.filter(number=0).update(score=99),
    "places": lambda game: game.seats.filter(number=1).update(place=9),
    "seats": lambda game: game.seats.filter(number=3).delete(),
    "seq": lambda game: game.events.filter(seq=5).delete(),
    "cannot be replayed": lambda game: game.events.filter(seq=5).update(text="finish"),
}


def differs(name: str) -> bool:
    """Whether `verify` fails and names this."""
    out = io.StringIO()
    with pytest.raises(CommandError) as refusal:
        call_command("record", "verify", stdout=out)
    return name in out.getvalue() and str(refusal.value) == "1 of 1 games differ from their replay."


@pytest.mark.django_db
@pytest.mark.parametrize("name", SPOILT)
def test_verify_finds_what_differs(name: str) -> None:
    SPOILT[name](imported())
    assert differs(name)


def test_verify_finds_a_seed_that_is_not_the_one_committed_to(game: Game) -> None:
    column(commitment="0" * 64)(game)
    assert differs("commitment")


def test_verify_finds_a_seed_that_does_not_follow_from_the_words(game: Game) -> None:
    game.seats.filter(number=0).update(word="another")
    assert differs("seed")


def test_verify_replays_what_is_stored_and_not_what_is_remembered(ended: Game) -> None:
    store.load(ended)
    Event.objects.filter(game=ended, seq=ended.seq).update(text="finish now")
    assert records.differences(ended)
