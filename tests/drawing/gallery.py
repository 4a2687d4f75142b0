"""Writes pages of many states to look at: `python -m tests.drawing.gallery OUT_DIR`, then serve that folder.

Pages refer to a copy of the static files, so that they look as on the site; a browser draws the sprite only
over HTTP, not from disk.
"""

from __future__ import annotations

import gzip
import random
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from markupsafe import Markup

from games.drawing import lanterns as drawing
from games.drawing.base import NO_DRAFT, NoDraft, icon, log_entry
from games.drawing.chart import score_chart
from games.rules import lanterns
from games.rules.base import Seat
from games.rules.lanterns.legal import dedication_choices, exchange_choices
from games.rules.lanterns.moves import Exchange, Place
from games.rules.lanterns.pieces import COLOURS
from games.rules.lanterns.state import State
from games.rules.lanterns.view import View
from tests.drawing.positions import (
    FORMS,
    NAMES,
    SPRITE,
    after,
    found,
    game,
    moves_of,
    next_move,
    own_view,
    played,
    reader_of,
)

STATIC = Path(__file__).parents[2] / "games/static/games"

PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark"><title>{title}</title>
{styles}<script src="/static/games/theme.js" defer></script><script src="/static/games/app.js" defer></script>
</head><body class="{body}"><a class="skip" href="#main">Skip to content</a>
<header class="site-head"><a class="brand" href="/"><svg class="i-l" aria-hidden="true">
<use href="{sprite}#mark"/></svg>Lakelight</a></header>
{main}</body></html>"""

TABLE = """<main id="main">
<div class="game" id="table">
<div class="game-bar"><a class="back" href="/" aria-label="All games">{back}</a><h1>{title}</h1>
<p class="meta">{progress}</p><span class="clock only-s">{clock}</span></div>
<div class="table {seating}">{seats}
<div class="board-box" id="board">{past}{board}</div>
{replay}{supply}</div>
<div class="game-side"><div class="turn-box">{panel}</div><div class="game-info" id="info">{info}
<section><h2 class="pane-h">Moves</h2><ol class="log" reversed>{log}</ol></section></div></div>
</div>
<p class="vh" role="status" id="say"></p></main>"""

REPLAY = """<nav class="replay" aria-label="Replay">
<a class="btn btn-icon" href="?" aria-label="Previous move">{back}</a>
<span class="btn btn-icon" aria-disabled="true" role="img" aria-label="Next move">{next}</span>
<output>{done} of {all}, now</output>
<button class="btn btn-icon near-btn" type="button" data-near aria-pressed="false" aria-label="Look closer">
{near}</button></nav>"""


@dataclass(frozen=True)
class Shown:
    """A state to show: a position, who looks at it, and what is chosen."""

    name: str
    state: State
    viewer: Seat | None = None
    asked: dict[str, str] = field(default_factory=dict)
    draft: NoDraft = NO_DRAFT
    below: Seat | None = None
    names: tuple[str, ...] = NAMES


def on_turn(name: str, state: State, draft: NoDraft = NO_DRAFT, /, **asked: str) -> Shown:
    """A state that the seat on turn looks at."""
    return Shown(name, state, state.to_act, dict(asked), draft)


def placement(state: State, number: int = 0) -> dict[str, str]:
    """The fields of a placement that matches something."""
    view = own_view(state)
    moves = [move for move in moves_of(view) if isinstance(move, Place)]
    moves.sort(key=lambda move: -len(lanterns.preview(view, move).matches))
    move = moves[number]
    return {"tile": str(move.tile), "at": f"{move.x},{move.y}", "turn": str(move.rotation)}


def states() -> Iterator[Shown]:
    """All the states of the gallery."""
    opening = played(4, 0)
    middle = found(lambda view: len(view.lake) == 16 and not view.excess and not dedication_choices(view))
    late = found(lambda view: len(view.lake) == 27 and not view.excess and view.seats == 4, eager=True)
    yield on_turn("opening", opening)
    yield on_turn("place", middle)
    tile = str((own_view(middle).hands[middle.to_act or 0] or (0,))[0])
    yield on_turn("tile", middle, tile=tile)
    at = placement(middle)
    yield on_turn("spot", middle, at=at["at"])
    yield on_turn("preview", middle, NO_DRAFT, **at)
    yield on_turn("kept", middle, NoDraft((), drawing.choice(own_view(middle), at) or ""))
    rich = found(is_rich)
    yield on_turn("exchange", rich, open="exchange")
    yield on_turn("exchange-give", rich, NO_DRAFT, **giving(rich))
    yield on_turn("dedicate", rich)
    yield on_turn("skipped", rich, open="place")
    steps = composed(rich)
    yield on_turn("steps", after(rich, *steps), NoDraft(steps), open="place")
    yield on_turn("steps-preview", after(rich, *steps), NoDraft(steps), **placement(after(rich, *steps)))
    over = found(lambda view: view.excess > 1 and not dedication_choices(view))
    yield on_turn("over", over)
    yield on_turn("over-one", over, back=held_word(over))
    yield on_turn("over-done", over, back=".".join([held_word(over)] * own_view(over).excess))
    yield on_turn("over-dedicate", found(lambda view: view.excess > 0 and bool(dedication_choices(view))))
    yield on_turn("late", late, NO_DRAFT, **(placement(late) if not own_view(late).excess else {}))
    yield from waiting_states(middle)
    yield from last_states()
    lacking = found(lambda view: view.supply.count(0) > 1 and not view.excess and not view.final)
    yield on_turn("lacking", lacking, NO_DRAFT, **placement_lacking(lacking))
    hostile = ('<script>alert("1")</script>', "A'very' \"long\" <b>name</b> & more", "王小明的燈籠湖", "x")
    yield Shown("names", middle, middle.to_act, placement(middle), names=hostile)
    hidden = played(4, 15, hidden=True)
    yield on_turn("hidden", hidden, NO_DRAFT, **placement(hidden) if not own_view(hidden).excess else {})


def is_rich(view: View) -> bool:
    """Whether an exchange and several dedications are possible."""
    return bool(exchange_choices(view)) and len(dedication_choices(view)) > 3 and not view.excess


def composed(state: State) -> tuple[str, ...]:
    """An exchange and a dedication to begin a turn with."""
    view = own_view(state)
    give, takes = exchange_choices(view)[-1]
    for take in takes:
        swapped = after(state, str(Exchange(give, take)))
        if sets := dedication_choices(own_view(swapped)):
            return str(Exchange(give, take)), str(sets[-1])
    return (str(Exchange(give, takes[0])),)


def giving(state: State) -> dict[str, str]:
    """The fields of an exchange whose colour to give the supply has too."""
    view = own_view(state)
    give = next(give for give, _ in exchange_choices(view) if view.supply[give])
    return {"open": "exchange", "give": COLOURS[give]}


def held_word(state: State) -> str:
    """The colour of which the seat on turn holds most."""
    cards = own_view(state).cards[state.to_act or 0] or ()
    return COLOURS[cards.index(max(cards))]


def placement_lacking(state: State) -> dict[str, str]:
    """A placement for which the supply lacks something."""
    view = own_view(state)
    for move in moves_of(view):
        if isinstance(move, Place):
            gains = lanterns.preview(view, move).gains
            if sum(gain.side_lacking is not None for gain in gains) > 1:
                return {"tile": str(move.tile), "at": f"{move.x},{move.y}", "turn": str(move.rotation)}
    return {}


def waiting_states(middle: State) -> Iterator[Shown]:
    """Others are thinking; two and three players, from every side."""
    assert middle.to_act is not None
    yield Shown("waiting", middle, (middle.to_act + 1) % 4)
    yield Shown("watching", middle)
    two = found(lambda view: len(view.lake) == 9 and not view.excess, seats=2)
    yield on_turn("two", two, open="place")
    for seat in range(3):
        three = found(partial(is_ripe, seat), seats=3)
        yield on_turn(f"three-{seat}", three, NO_DRAFT, **placement(three))


def is_ripe(seat: Seat, view: View) -> bool:
    """Whether the seat is to place a tile on a lake of some size."""
    return len(view.lake) > 9 and view.viewer == seat and not view.excess


def last_states() -> Iterator[Shown]:
    """The last round, and the end."""
    final = found(lambda view: view.final and view.viewer == 1 and bool(dedication_choices(view)))
    yield on_turn("final", final)
    yield on_turn("final-place", final, open="place")
    yield Shown("over-all", played(4, 99), 0)


def table(shown: Shown) -> str:
    """The page of a table, framed as the template frames it."""
    view = lanterns.view(shown.state, shown.viewer)
    reader = reader_of(view, shown.below, shown.names)
    asked = drawing.asking(shown.asked, shown.draft)
    text = drawing.choice(view, asked)
    preview = lanterns.preview(view, lanterns.parse(text)) if text and not view.excess else None
    ground = drawing.ground(view, reader.below, reader.text, SPRITE)
    clock = Markup("20 h 30 m left, Thu 18:40")
    notes = {seat: Markup("2 d left") for seat in range(view.seats)}
    done, every = view.turns_done, view.turns_all
    pictures = {name: icon(SPRITE, f"i-{name}") for name in ("back", "next", "near")}
    replay = REPLAY.format(**pictures, done=done, all=every)
    return TABLE.format(
        back=icon(SPRITE, "i-back"),
        title="Slow cup, round 2",
        progress=f"Move {done + 1} of {every} · {view.stack_size} tiles to draw",
        clock="Your turn, 20 h left",
        seating=drawing.seating(view, reader.below),
        seats=drawing.seats(view, reader, asked, preview, shown.draft, notes),
        past="",
        board=drawing.board(view, ground, reader, asked, preview, shown.draft),
        replay=replay,
        supply=drawing.supply(view, reader, preview),
        panel=drawing.panel(view, reader, asked, preview, shown.draft, FORMS, clock),
        info=drawing.info(view, reader),
        log="".join(log(shown.state, view)),
    )


def log(state: State, view: View) -> Iterator[str]:
    """The latest turns of a game, the newest first."""
    reader, turns = reader_of(view), story(state.seats)
    for number in range(min(8, len(turns)), 0, -1):
        sentences = [it for happened in turns[number - 1] for it in lanterns.describe(happened, view.viewer)]
        told = log_entry(sentences, reader.say)
        yield (
            f'<li><span class="no">{number}</span><span class="what">{told}</span>'
            '<a class="when" href="?">1 h</a></li>'
        )


def story(seats: int) -> list[list[lanterns.Happened]]:
    """What happened in each turn of a game."""
    state, dice = played(seats, 0), random.Random(1)
    turns: list[list[lanterns.Happened]] = []
    while state.to_act is not None:
        if state.turns_done == len(turns):
            turns.append([])
        state, happened = lanterns.apply(state, state.to_act, next_move(state, dice, eager=True))
        turns[-1].append(happened)
    return turns


def lists() -> str:
    """Thumbnails, large and small, and the chart of a game."""
    views = [lanterns.view(played(4, turns), None) for turns in (0, 3, 14, 26, 36)]
    minis = "".join(
        f'<li><span class="gcard"><span class="gcard-board">'
        f"{drawing.thumbnail(view, 0, SPRITE, False)}</span>"
        f'<span class="gcard-body"><span class="gcard-name">Table</span></span></span></li>'
        for view in views
    )
    rows = "".join(
        f'<div class="grow"><span class="grow-board">{drawing.thumbnail(view, 0, SPRITE, True)}</span></div>'
        for view in views
    )
    points = [lanterns.view(state, None).honour for state in game(4)]
    chart = score_chart(points, reader_of(views[0]), ("s", "w", "n", "e"))
    return (
        f'<main class="wrap" id="main"><h1>Lists</h1><ul class="gcards">{minis}</ul>{rows}'
        f'<section><h2 class="list-h">Honour, turn by turn</h2>{chart}</section></main>'
    )


def page(title: str, main: str, sheets: tuple[str, ...], body: str) -> str:
    """A whole page."""
    styles = "".join(f'<link rel="stylesheet" href="/static/games/{sheet}.css">' for sheet in sheets)
    return PAGE.format(title=title, styles=styles, sprite=SPRITE, main=main, body=body)


def main(out: Path) -> None:
    """Write all pages, and an index with their sizes."""
    shutil.copytree(STATIC, out / "static/games", dirs_exist_ok=True)
    links = []
    for shown in states():
        markup = table(shown)
        html = page(shown.name, markup, ("base", "table", "lanterns"), "page-game")
        (out / f"{shown.name}.html").write_text(html, "utf-8")
        size = len(gzip.compress(markup.encode(), 6))
        links.append(f'<li><a href="{shown.name}.html">{shown.name}</a> {size} bytes</li>')
    (out / "lists.html").write_text(
        page("lists", lists(), ("base", "lists", "lanterns", "result"), ""), "utf-8"
    )
    links.append('<li><a href="lists.html">lists</a></li>')
    (out / "index.html").write_text(page("gallery", f"<ul>{''.join(links)}</ul>", ("base",), ""), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
