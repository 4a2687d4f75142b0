"""One game of two as everybody saw it: at each ply the log and what changed in each view.

    python -m tests.golden.playthrough     writes `playthrough.txt` anew: read the difference

Lanterns are hidden in it, so that the three views differ in all that they can.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from games.bots import sensibly
from games.bots.referee import play, seed_of
from games.rules import lanterns
from games.rules.base import Seat
from games.rules.record import Record, begin, read, write
from games.rules.words import Sentence

RECORD = Path(__file__).with_name("playthrough.json")
FILE = Path(__file__).with_name("playthrough.txt")
VIEWERS: tuple[Seat | None, ...] = (0, 1, None)
NAMES = ("seat 0", "seat 1", "watchers")

Values = dict[str, Any]


def told(record: Record) -> Iterator[str]:
    """The lines of the playthrough."""
    state = begin(record)
    seen: dict[Seat | None, Values] = {viewer: {} for viewer in VIEWERS}
    yield "ply 0"
    yield from shown(state, seen)
    for ply, (seat, text) in enumerate(record.moves, start=1):
        state, happened = lanterns.apply(state, seat, lanterns.parse(text))
        yield f"ply {ply}: seat {seat}, {text}"
        yield from together("log", [said(happened, viewer) for viewer in VIEWERS])
        yield from shown(state, seen)


def said(happened: lanterns.Happened, viewer: Seat | None) -> str:
    """What the log says to a viewer."""
    return " ".join(map(str, lanterns.describe(happened, viewer)))


def shown(state: lanterns.State, seen: dict[Seat | None, Values]) -> Iterator[str]:
    """What is new in each view since the last ply, which stands in `seen` and is replaced there."""
    views = {viewer: values(lanterns.view(state, viewer)) for viewer in VIEWERS}
    for name in views[None]:
        yield from together(name, [news(seen[each].get(name), views[each][name]) for each in VIEWERS])
    seen.update(views)


def together(name: str, texts: list[str]) -> Iterator[str]:
    """A line for each different text, naming who has it; none for an empty one."""
    for text in dict.fromkeys(filter(None, texts)):
        who = [viewer for viewer, each in zip(NAMES, texts, strict=True) if each == text]
        yield f"  {'all' if len(who) == len(NAMES) else ' and '.join(who)}: {name} {text}"


def values(view: lanterns.View) -> Values:
    """The fields of a view, without those that follow from others."""
    return {each.name: getattr(view, each.name) for each in fields(view) if each.compare}


def news(before: Any, now: Any) -> str:
    """A value, unless it is as before; of a row that grew, only what came."""
    if before == now:
        return ""
    if isinstance(before, tuple) and isinstance(now, tuple) and before and now[: len(before)] == before:
        return "… + " + plain(now[len(before) :])
    return plain(now)


def plain(value: Any) -> str:
    """A value without the names of its types."""
    if isinstance(value, Sentence):
        return str(value)
    if is_dataclass(value):
        return "; ".join(f"{each.name} {plain(getattr(value, each.name))}" for each in fields(value))
    if isinstance(value, tuple):
        return "(" + ", ".join(map(plain, value)) + ")"
    return str(value)


def recorded() -> Record:
    """The game of the playthrough."""
    return read(RECORD.read_bytes())


def text() -> str:
    return "\n".join(told(recorded())) + "\n"


if __name__ == "__main__":
    if not RECORD.exists():
        options = {"edition": "printed", "lanterns": "hidden"}
        RECORD.write_text(write(play(lanterns, options, seed_of(2, 2), [sensibly] * 2)), encoding="utf-8")
    FILE.write_text(text(), encoding="utf-8")
