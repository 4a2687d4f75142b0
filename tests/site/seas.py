"""Games of Titania in which what is hidden from somebody was dealt otherwise from the first card on."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

from games import store
from games.models import Game
from games.rules import titania
from games.rules.titania.apply import Chose, Drew, Sailed
from games.rules.titania.pieces import CARDS, FOG_AT, HAND
from tests.site.worlds import forget

Owners = list[int]


def redeal(game: Game, viewer: int | None) -> None:
    """Deal anew what the viewer cannot know; every move that was made is as possible as before."""
    position, dice = store.load(game), random.Random(1)
    state = position.state
    assert not state.reshuffled, "a reshuffle mixes what lay open with what did not"
    dealt = game.deal or titania.spell(titania.deal(game.size, game.options, bytes(game.seed or b"")))
    happened = [step.happened for step in position.steps() if step.happened is not None]
    fog, other = ("fog/1", "fog/2") if state.period == 1 else ("fog/2", "fog/1")
    face_down = [FOG_AT[space] for space in titania.view(state, None).fog_left]
    deal = {
        "cards": mixed(dealt["cards"], unseen_cards(dealt["cards"], happened, game.size, viewer), dice),
        "score": mixed(dealt["score"], unseen_tiles(dealt["score"], happened, viewer), dice),
        fog: mixed(dealt[fog], face_down, dice),
        other: mixed(dealt[other], range(22), dice) if state.period == 1 else dealt[other],
    }
    Game.objects.filter(id=game.id).update(deal=deal)
    game.refresh_from_db()
    forget()
    again = store.load(game).state
    assert titania.view(again, viewer) == titania.view(state, viewer)
    assert again != state


def mixed(row: list[Any], places: Iterable[int], dice: random.Random) -> list[Any]:
    """The row with what lies at these places in another order."""
    places, row = sorted(places), list(row)
    others = [row[place] for place in places]
    dice.shuffle(others)
    for place, item in zip(places, others, strict=True):
        row[place] = item
    return row


def unseen_cards(cards: list[str], happened: list[Any], seats: int, viewer: int | None) -> list[int]:
    """Where in the deal the cards lie that the viewer has never seen: not held by the viewer, not played."""
    owners: Owners = [seat for seat in range(seats) for _ in range(HAND)]
    for step in happened:
        owners += [step.seat] * len(drawn_cards(step))
    open_at = {at for at, owner in enumerate(owners) if owner == viewer}
    for step in happened:
        if isinstance(step, Sailed) and step.card is not None and step.seat != viewer:
            held = (at for at, owner in enumerate(owners) if owner == step.seat and at not in open_at)
            open_at.add(next(at for at in held if cards[at] == CARDS[step.card]))
    return [at for at in range(len(cards)) if at not in open_at]


def unseen_tiles(tiles: list[int], happened: list[Any], viewer: int | None) -> list[int]:
    """Where in the deal the score tiles lie that the viewer does not hold."""
    owners = [step.seat for step in happened for _ in drawn_tiles(step)]
    return [at for at in range(len(tiles)) if at >= len(owners) or owners[at] != viewer]


def drawn_cards(step: Any) -> tuple[int, ...]:
    """The cards that a step gave."""
    if isinstance(step, Drew):
        return step.cards
    return step.taken.cards if isinstance(step, Sailed | Chose) else ()


def drawn_tiles(step: Any) -> tuple[int, ...]:
    """The score tiles that a step gave."""
    return step.taken.tiles if isinstance(step, Sailed | Chose) else ()
