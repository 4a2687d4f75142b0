"""game-record/1: one game as JSON, what an export gives, an import takes and a golden test holds.

Works for every game of the registry through its `Rules` alone. Whatever is wrong with a text ends in one
`RecordError`, whose sentence says what; nothing else is raised for any input.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from games.rules.base import Json, Options, Result, RuleError, Rules, Seat
from games.rules.plainjson import (
    LIMIT,
    RecordError,
    a_list,
    an_object,
    is_int,
    plain_json,
    quoted,
    wrong,
)
from games.rules.registry import RULES
from games.rules.words import Sentence

FORMAT = "game-record/1"
EVENTS = ("timeout", "caretaker", "return", "rewind", "resign", "abandon", "annul", "adjudicate")
KEPT = ("players", "at", "site", "id", "events", "outcome")
REQUIRED = ("format", "game", "seats", "options", "moves")
KEYS = ("format", "game", "seats", "options", "seed", "deal", "moves", "result", *KEPT)
__all__ = [
    "LIMIT",
    "Outcome",
    "Record",
    "RecordError",
    "as_json",
    "begin",
    "last",
    "outcome",
    "read",
    "replay",
    "write",
]
HEX_SEED = re.compile(r"[0-9a-fA-F]{64}")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a record claims of the end of its game."""

    scores: tuple[int, ...]
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """One game. `deal` is spelled out as JSON; `kept` holds the optional keys the rules do not look at."""

    game: str
    seats: int
    options: Options
    moves: tuple[tuple[Seat, str], ...] = ()
    seed: bytes | None = None
    deal: Json = None
    result: Outcome | None = None
    kept: Mapping[str, Json] = field(default_factory=dict)

    @property
    def rules(self) -> Rules[Any, Any, Any, Any, Any, Any]:
        """The rules of its game."""
        return RULES[self.game]


def read(source: str | bytes | Mapping[str, Json]) -> Record:
    """The record of a text, or of JSON already taken apart. Its game can begin; its moves are not tried.

    Raises RecordError.
    """
    data = plain_json(source)
    _check_keys(data)
    rules = _rules(data["game"])
    seats = _seats(data["seats"], rules)
    moves = _moves(data["moves"], seats)
    record = Record(
        game=rules.SLUG,
        seats=seats,
        options=_options(data["options"], rules),
        moves=moves,
        seed=_seed(data["seed"]) if "seed" in data else None,
        deal=an_object(data["deal"], "deal") if "deal" in data else None,
        result=_outcome(data["result"], seats) if "result" in data else None,
        kept=_kept(data, seats, len(moves)),
    )
    begin(record)
    return record


def write(record: Record) -> str:
    """The record as JSON text, one line a move; `read` gives an equal record."""
    lines = (f"{json.dumps(key)}: {_layout(key, value)}" for key, value in as_json(record).items())
    return "{" + ",\n ".join(lines) + "}\n"


def as_json(record: Record) -> dict[str, Json]:
    """The record as JSON values, its keys in the order of the format."""
    data: dict[str, Json] = {
        "format": FORMAT,
        "game": record.game,
        "seats": record.seats,
        "options": dict(record.options),
    }
    if record.seed is not None:
        data["seed"] = record.seed.hex()
    if record.deal is not None:
        data["deal"] = record.deal
    data["moves"] = [list(move) for move in record.moves]
    if record.result:
        data["result"] = {"scores": list(record.result.scores), "places": list(record.result.places)}
    return data | {key: record.kept[key] for key in KEPT if key in record.kept}


def begin(record: Record) -> Any:
    """The position before the first move. The deal spelled out goes before the seed. Raises RecordError."""
    rules, seed = record.rules, record.seed
    try:
        if record.deal is not None:
            return rules.begin(rules.read_deal(record.seats, record.options, record.deal, seed))
        if seed is not None:
            return rules.begin(rules.deal(record.seats, record.options, seed))
    except RuleError as error:
        raise RecordError(error.sentence) from error
    raise RecordError(Sentence("The record has neither a seed nor a deal."))


def replay(record: Record) -> Iterator[tuple[int, Any]]:
    """Every position with its ply, ply 0 first; at the end the result claimed is checked.

    Raises RecordError at the first move that cannot be taken, after the positions before it.
    """
    rules, state = record.rules, begin(record)
    yield 0, state
    for number, (seat, text) in enumerate(record.moves, start=1):
        try:
            state, _ = rules.apply(state, seat, rules.parse(text))
        except RuleError as error:
            raise RecordError(_stopped(number, seat, text, error.sentence)) from error
        yield number, state
    _check_result(record, rules.result(state))


def last(record: Record) -> Any:
    """The position after the last move. Raises RecordError."""
    *_, (_, state) = replay(record)
    return state


def outcome(result: Result | None) -> Outcome | None:
    """What a record says of a result of the rules."""
    return Outcome(result.scores, result.places) if result else None


def _layout(key: str, value: Json) -> str:
    if key not in ("moves", "events") or not value:
        return json.dumps(value, ensure_ascii=False)
    return "[" + ",\n  ".join(json.dumps(item, ensure_ascii=False) for item in value) + "]"


def _stopped(number: int, seat: Seat, text: str, reason: Sentence) -> Sentence:
    return Sentence(
        "Move {number}, seat {seat}, {move}: {reason}",
        number=number,
        seat=seat,
        move=quoted(text),
        reason=reason,
    )


def _check_result(record: Record, result: Result | None) -> None:
    if record.result is None:
        return
    if result is None:
        raise RecordError(Sentence("The record has a result, but the game is not over after its last move."))
    for key, claimed, found in (
        ("scores", record.result.scores, result.scores),
        ("places", record.result.places, result.places),
    ):
        if claimed != found:
            raise RecordError(
                Sentence(
                    'The "{key}" of the record are {claimed}; the replay gives {found}.',
                    key=key,
                    claimed=quoted(list(claimed)),
                    found=quoted(list(found)),
                )
            )


# Checking what stands in it


def _check_keys(data: Json) -> None:
    if not isinstance(data, dict):
        raise wrong("record", Sentence("an object"), data)
    if data.get("format") != FORMAT:
        raise RecordError(Sentence('The record does not say "format": "{format}".', format=FORMAT))
    _only("record", data, REQUIRED, KEYS)
    if "seed" not in data and "deal" not in data:
        raise RecordError(Sentence("The record has neither a seed nor a deal."))


def _only(name: str, data: Mapping[str, Json], required: Sequence[str], known: Sequence[str]) -> None:
    for key in required:
        if key not in data:
            raise RecordError(Sentence('"{key}" is missing in "{name}".', key=key, name=name))
    for key in data:
        if key not in known:
            raise RecordError(Sentence('"{name}" has the unknown key {key}.', name=name, key=quoted(key)))


def _rules(slug: Json) -> Rules[Any, Any, Any, Any, Any, Any]:
    if isinstance(slug, str) and slug in RULES:
        return RULES[slug]
    raise RecordError(Sentence("There is no game {game} here.", game=quoted(slug)))


def _seats(seats: Json, rules: Rules[Any, Any, Any, Any, Any, Any]) -> int:
    if is_int(seats) and seats in rules.SEATS:
        return int(seats)
    raise RecordError(
        Sentence("{game} is not played at {seats} seats.", game=rules.NAME, seats=quoted(seats)),
    )


def _options(options: Json, rules: Rules[Any, Any, Any, Any, Any, Any]) -> dict[str, str | bool]:
    names = [option.name for option in rules.OPTIONS]
    _only("options", an_object(options, "options"), names, names)
    for option in rules.OPTIONS:
        value = options[option.name]
        # A type of its own for each value: 1 is not true.
        if (type(value), value) not in [(type(choice), choice) for choice, _ in option.choices]:
            raise RecordError(
                Sentence('"{name}" cannot be {value}.', name=option.name, value=quoted(value)),
            )
    return dict(options)


def _seed(seed: Json) -> bytes:
    if isinstance(seed, str) and HEX_SEED.fullmatch(seed):
        return bytes.fromhex(seed)
    raise wrong("seed", Sentence("64 hexadecimal digits"), seed)


def _moves(moves: Json, seats: int) -> tuple[tuple[Seat, str], ...]:
    return tuple(_move(number, move, seats) for number, move in enumerate(a_list(moves, "moves"), start=1))


def _move(number: int, move: Json, seats: int) -> tuple[Seat, str]:
    if isinstance(move, list) and len(move) == 2 and is_int(move[0]) and isinstance(move[1], str):
        if 0 <= move[0] < seats:
            return move[0], move[1]
        raise RecordError(Sentence("Move {number}: there is no seat {seat}.", number=number, seat=move[0]))
    raise RecordError(
        Sentence("Move {number} is not a seat and a text: {value}", number=number, value=quoted(move)),
    )


def _outcome(result: Json, seats: int) -> Outcome:
    _only("result", an_object(result, "result"), ("scores", "places"), ("scores", "places"))
    return Outcome(_numbers(result, "scores", seats), _numbers(result, "places", seats))


def _numbers(data: Mapping[str, Json], key: str, seats: int) -> tuple[int, ...]:
    values = a_list(data[key], key)
    if len(values) != seats or not all(map(is_int, values)):
        raise wrong(key, Sentence("one whole number for each seat"), values)
    return tuple(values)


# The optional keys: kept as they are, once they have their shape


def _kept(data: Mapping[str, Json], seats: int, moves: int) -> dict[str, Json]:
    checks: dict[str, Callable[[Json], None]] = {
        "players": lambda names: _check_players(names, seats),
        "at": lambda times: _check_times(times, moves),
        "site": _check_site,
        "id": _check_id,
        "events": lambda events: _check_events(events, seats, moves),
        "outcome": _check_ending,
    }
    for key, check in checks.items():
        if key in data:
            check(data[key])
    return {key: data[key] for key in KEPT if key in data}


def _check_players(names: Json, seats: int) -> None:
    if len(a_list(names, "players")) != seats or not all(isinstance(name, str) for name in names):
        raise wrong("players", Sentence("one name for each seat"), names)


def _check_site(site: Json) -> None:
    if not isinstance(site, str):
        raise wrong("site", Sentence("a text"), site)


def _check_id(name: Json) -> None:
    if not isinstance(name, str) and not is_int(name):
        raise wrong("id", Sentence("a text or a whole number"), name)


def _check_ending(ending: Json) -> None:
    an_object(ending, "outcome")


def _check_times(times: Json, moves: int) -> None:
    if len(a_list(times, "at")) != moves or not all(map(_is_time, times)):
        raise wrong("at", Sentence("one ISO 8601 time for each move"), times)


def _is_time(text: Json) -> bool:
    try:
        datetime.fromisoformat(text)
    except (TypeError, ValueError):
        return False
    return True


def _check_events(events: Json, seats: int, moves: int) -> None:
    for event in a_list(events, "events"):
        _check_event(event, seats, moves)


def _check_event(event: Json, seats: int, moves: int) -> None:
    if not isinstance(event, dict) or event.get("event") not in EVENTS:
        raise wrong("events", Sentence("objects that name an event of the format"), event)
    after = event.get("after")
    if not is_int(after) or not 0 <= after <= moves:
        raise wrong("after", Sentence("a number of moves of this game"), after)
    if "seat" in event and not (is_int(event["seat"]) and 0 <= event["seat"] < seats):
        raise wrong("seat", Sentence("a seat of this game"), event["seat"])
