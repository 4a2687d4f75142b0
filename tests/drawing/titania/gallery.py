"""Writes the table of Titania in all its states as pages to look at, as the gallery of Lanterns does.

python -m tests.drawing.titania.gallery /tmp/gallery
python -m http.server -d /tmp/gallery
"""

from __future__ import annotations

import gzip
import shutil
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from markupsafe import Markup

from games.drawing import titania as drawing
from games.drawing.base import NO_DRAFT, NoDraft, icon
from games.rules import titania
from games.rules.titania.legal import card_choices
from games.rules.titania.moves import Decline, Keep, Sail
from games.rules.titania.view import View
from tests.drawing.gallery import REPLAY, STATIC, TABLE, page
from tests.drawing.positions import FORMS, SPRITE, reader_of
from tests.drawing.titania.positions import composed, found, game, legal, open_turn, own_view


@dataclass(frozen=True)
class Shown:
    """A state to show: what somebody may know, and what is chosen."""

    name: str
    view: View
    asked: Mapping[str, str] = field(default_factory=dict)
    draft: NoDraft = NO_DRAFT


def states() -> Iterator[Shown]:
    """All the states of the gallery."""
    yield Shown("opening", own_view(game(4)[0]))
    playing = own_view(found(is_rich, seats=3))
    yield Shown("play", playing)
    for name, in_fog in (("sail", False), ("fog", True)):
        move = next(
            it for it in legal(playing) if isinstance(it, Sail) and (it.space in playing.fog_left) == in_fog
        )
        yield Shown(name, playing, drawing.asking({"choice": str(move)}, NO_DRAFT))
    yield Shown("kept", playing, draft=NoDraft((), str(move)))
    yield Shown("draw", playing, {"open": "draw"})
    state, texts = open_turn(2, seats=3)
    view, draft = composed(state, *texts)
    yield Shown("composed", view, draft=draft)
    yield Shown("composed-final", view, {"open": "draw"}, draft)
    yield Shown("half-sent", view, draft=replace(draft, steps=draft.steps[1:]))
    for what in ("choose", "build", "decorate", "extra"):
        yield from pending_states(what)
    state = found(lambda view: view.turns_done > 20)
    yield Shown("waiting", titania.view(state, 1 - (state.to_act or 0)))
    yield Shown("watching", titania.view(state, None))
    yield Shown("used-up", own_view(found(lambda view: 0 in view.ship_supply and not view.pending)))
    yield Shown("over", titania.view(game(4)[-1], 0))


def is_rich(view: View) -> bool:
    """Whether cards can be played onto fog and elsewhere, in the middle of the first period."""
    reached = {space for _, _, spaces in card_choices(view) for space in spaces}
    return view.turns_done > 12 and bool(reached & view.fog_left) and bool(reached - view.fog_left)


def pending_states(what: str) -> Iterator[Shown]:
    """Something to decide, and the same with the last of the possible choices."""
    view = own_view(found(lambda view: view.pending == what and view.turns_done > 8, seats=4))
    yield Shown(what, view)
    move = [it for it in legal(view) if not isinstance(it, Keep | Decline)][-1]
    yield Shown(f"{what}-chosen", view, drawing.asking({"choice": str(move)}, NO_DRAFT))


def table(shown: Shown) -> str:
    """The page of a table, framed as the template frames it."""
    view, draft = shown.view, shown.draft
    reader = reader_of(view)  # type: ignore[arg-type]
    asked = drawing.asking(shown.asked, draft)
    text = drawing.choice(view, asked)
    preview = titania.preview(view, titania.parse(text)) if text else None
    ground = drawing.ground(view, reader.below, reader.text, SPRITE)
    notes = {} if view.to_act is None else {view.to_act: Markup("2 d left")}
    pictures = {name: icon(SPRITE, f"i-{name}") for name in ("back", "next", "near")}
    clock = Markup("20 h 30 m left, Thu 18:40")
    return TABLE.format(
        back=icon(SPRITE, "i-back"),
        title="Far islands",
        progress=f"Turn {view.turns_done + 1} of about {view.turns_all}",
        clock="Your turn, 20 h left",
        seating=drawing.seating(view, reader.below),
        seats=drawing.seats(view, reader, asked, preview, draft, notes),
        past="",
        board=drawing.board(view, ground, reader, asked, preview, draft),
        replay=REPLAY.format(**pictures, done=view.turns_done, all=view.turns_all),
        supply=drawing.supply(view, reader, preview),
        panel=drawing.panel(view, reader, asked, preview, draft, FORMS, clock),
        info=drawing.info(view, reader),
        log="",
    )


def main(out: Path) -> None:
    """Write all pages, and an index with their sizes."""
    shutil.copytree(STATIC, out / "static/games", dirs_exist_ok=True)
    links = []
    for shown in states():
        markup = table(shown)
        html = page(shown.name, markup, ("base", "table", "titania"), "page-game")
        (out / f"{shown.name}.html").write_text(html, "utf-8")
        size = len(gzip.compress(markup.encode(), 6))
        links.append(f'<li><a href="{shown.name}.html">{shown.name}</a> {size} bytes</li>')
    (out / "index.html").write_text(page("gallery", f"<ul>{''.join(links)}</ul>", ("base",), ""), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
