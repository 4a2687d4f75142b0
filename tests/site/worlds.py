"""The same game with what is hidden dealt anew, and games that ended as a test needs."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path
from typing import Any

from games import store
from games.actions import play, records
from games.models import Game, Person
from games.rules.record import read
from tests.site.cast import NOW, a_turn

GOLDEN = Path(__file__).parents[1] / "golden"
CHANGING = re.compile(r'(name="csrfmiddlewaretoken" value|data-token)="[^"]*"')


def kept(name: str, *people: Person) -> Game:
    """A golden game that has ended, with these people in its first seats."""
    game = records.import_(read((GOLDEN / f"{name}.json").read_text()), NOW)
    for number, person in enumerate(people):
        game.seats.filter(number=number).update(person=person)
    return game


def after_turns(game: Game, *people: Person, turns: int) -> Game:
    """The game after some more turns of the people in its seats."""
    for _ in range(turns):
        assert game.to_act is not None
        play.submit_turn(game.id, people[game.to_act].id, game.seq, a_turn(game), NOW)
        game.refresh_from_db()
    return game


def redeal(game: Game, viewer: int | None) -> None:
    """Deal anew what the viewer cannot know: who holds which tile, and what comes next."""
    rules, state = store.load(game).rules, store.load(game).state
    other = rules.redeal(state, viewer, sha256(repr(state.hands).encode()).digest())
    anew = dict(zip(hidden(state), hidden(other), strict=True))
    dealt = game.deal or rules.spell(rules.deal(game.size, game.options, bytes(game.seed or b"")))
    Game.objects.filter(id=game.id).update(deal={"tiles": [anew.get(tile, tile) for tile in dealt["tiles"]]})
    game.refresh_from_db()
    forget()
    assert store.load(game).state == other != state


def hidden(state: Any) -> list[int]:
    """The tiles that are not on the lake, by where they are."""
    return [*sum(state.hands, ()), *state.stack, *state.box]


def forget() -> None:
    """Let the site read all games from the database again."""
    store._positions.clear()


def seen(text: str) -> str:
    """The main part of a page, without what changes with every request."""
    return CHANGING.sub(r'\1=""', text[text.index("<main") : text.index("</main>")])
