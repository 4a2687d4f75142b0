"""What the fields of a request choose: `tile=17`, `at=1,-1`, `turn=2`, `back=red.red`, `open=exchange`,
`give=red`; and, where a form was refused, its own fields.

Fields come from anywhere and may hold anything; what is not a tile of the reader's hand, a free place or a
colour held is left out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from games.drawing.base import Asked, Draft
from games.rules.base import RuleError
from games.rules.lanterns.legal import dedication_choices, exchange_choices
from games.rules.lanterns.moves import Place, parse
from games.rules.lanterns.pieces import COLOURS
from games.rules.lanterns.state import Cell
from games.rules.lanterns.view import View

EXCHANGE, DEDICATE, DISCARD, PLACE = "exchange", "dedicate", "discard", "place"
NUMBER = re.compile(r"0|[1-9]\d?", re.ASCII)
CELL = re.compile(r"(0|-?[1-9]\d?),(0|-?[1-9]\d?)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Chosen:
    """What is chosen so far: of a placement, to go back, of an exchange, and the words of a dedication."""

    tile: int | None = None
    at: Cell | None = None
    turn: int = 0
    back: tuple[int, ...] = ()
    give: int | None = None
    take: int | None = None
    set: str = ""

    def place(self) -> Place | None:
        """The placement, where tile and place are both chosen."""
        return None if self.tile is None or self.at is None else Place(self.tile, *self.at, self.turn)


NOTHING = Chosen()


def asking(asked: Asked, draft: Draft) -> Asked:
    """The fields to draw by: of the request, of the step that it asked for in vain, of the kept placement."""
    if refused := fields_of_refused(asked):
        asked = {**asked, **refused}
    if draft.choice and not {"tile", "at", "turn"} & set(asked):
        return {**asked, **fields_of(draft.choice)}
    return asked


def fields_of_refused(posted: Asked) -> dict[str, str]:
    """The fields that choose again what the fields of a form asked for; none for other fields."""
    if "w1" in posted:
        return fields_of_step(" ".join(posted[word] for word in ("w1", "w2", "w3") if posted.get(word)))
    text = posted.get("choice") or posted.get("moves")
    return fields_of(text) if text else {}


def fields_of_step(text: str) -> dict[str, str]:
    """The fields that open a step with what its text chooses; none for a text that opens no step."""
    verb, _, rest = text.partition(" ")
    match verb:
        case "exchange":
            give, _, take = rest.partition(" ")
            return {"open": EXCHANGE, "give": give, "take": take}
        case "dedicate":
            return {"open": DEDICATE, "set": rest}
        case "discard":
            return {"open": DISCARD, "back": rest.replace(" ", ".")}
    return {}


def fields_of(text: str) -> dict[str, str]:
    """The fields that choose a placement; none for another text."""
    try:
        move = parse(text)
    except RuleError:
        return {}
    if not isinstance(move, Place):
        return {}
    return {"tile": str(move.tile), "at": at_text((move.x, move.y)), "turn": str(move.rotation)}


def choice(view: View, asked: Asked) -> str | None:
    """The text of the placement that the fields choose; None where tile or place is missing or no good."""
    place = chosen(view, asked).place()
    return str(place) if place else None


def is_on_turn(view: View) -> bool:
    """Whether the viewer is to act."""
    return view.viewer is not None and view.viewer == view.to_act


def chosen(view: View, asked: Asked) -> Chosen:
    """What the fields choose; only the seat on turn chooses anything."""
    if not is_on_turn(view):
        return NOTHING
    assert view.viewer is not None
    at = cell_in(asked)
    give, take = swap_in(view, asked)
    return Chosen(
        tile=tile_in(view, asked),
        at=at if at in view.open_cells else None,
        turn=turn if (turn := number_in(asked, "turn")) in (1, 2, 3) else 0,
        back=lanterns_back(view, asked),
        give=give,
        take=take,
        set=asked.get("set", ""),
    )


def tile_in(view: View, asked: Asked) -> int | None:
    """The tile of `tile`; the only one of the hand is chosen by itself."""
    assert view.viewer is not None
    hand, tile = view.hands[view.viewer] or (), number_in(asked, "tile")
    if tile in hand:
        return tile
    return hand[0] if len(hand) == 1 else None


def number_in(asked: Asked, field: str) -> int:
    """A small number; -1 for anything else."""
    text = asked.get(field, "")
    return int(text) if NUMBER.fullmatch(text) else -1


def at_text(at: Cell) -> str:
    """A cell as the query writes it."""
    return f"{at[0]},{at[1]}"


def cell_in(asked: Asked) -> Cell | None:
    """The cell of `at`."""
    found = CELL.fullmatch(asked.get("at", ""))
    return (int(found[1]), int(found[2])) if found else None


def swap_in(view: View, asked: Asked) -> tuple[int | None, int | None]:
    """The colours of `give` and `take`, as far as they can be exchanged now."""
    if "give" not in asked:
        return None, None
    choices, give, take = dict(exchange_choices(view)), colour_in(asked, "give"), colour_in(asked, "take")
    takes = choices.get(give, ())
    return give if takes else None, take if take in takes else None


def colour_in(asked: Asked, field: str) -> int:
    """The colour of a field; -1 for anything else."""
    word = asked.get(field, "")
    return COLOURS.index(word) if word in COLOURS else -1


def lanterns_back(view: View, asked: Asked) -> tuple[int, ...]:
    """The lanterns of `back` in the order of choosing: no more than are held, and than have to go."""
    assert view.viewer is not None
    left = list(view.cards[view.viewer] or ())
    back: list[int] = []
    for word in asked.get("back", "")[:200].split("."):
        colour = COLOURS.index(word) if word in COLOURS else -1
        if colour >= 0 and left[colour] and len(back) < view.excess:
            left[colour] -= 1
            back.append(colour)
    return tuple(back)


def seat(view: View) -> int:
    """The viewer's seat; asked only where there is one."""
    assert view.viewer is not None
    return view.viewer


def open_step(view: View, asked: Asked, allowed: tuple[str, ...]) -> str:
    """The step that the panel shows open: the one asked for if it is allowed, else the first that matters."""
    wanted = asked.get("open", "")
    if wanted in allowed:
        return wanted
    if view.excess:
        return DEDICATE if DEDICATE in allowed else DISCARD
    if DEDICATE in allowed and not {"tile", "at"} & set(asked):
        return DEDICATE
    return PLACE


def allowed_steps(view: View) -> tuple[str, ...]:
    """The steps that the seat on turn may open now, in the order of a turn."""
    steps = (
        (EXCHANGE, bool(exchange_choices(view))),
        (DEDICATE, bool(dedication_choices(view))),
        (DISCARD, view.excess > 0),
        (PLACE, view.excess == 0),
    )
    return tuple(step for step, allowed in steps if allowed)
