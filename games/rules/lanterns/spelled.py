"""What a viewer may know, spelled out as JSON in the words of the moves, for programs to read."""

from __future__ import annotations

from games.rules.base import Json, Seat
from games.rules.lanterns.pieces import COLOURS, KINDS, has_platform, turned
from games.rules.lanterns.state import Placed
from games.rules.lanterns.view import View, named


def spell_view(view: View) -> dict[str, Json]:
    """The view as JSON. Edges stand in the order north, east, south, west; None is not for this viewer."""
    return {
        "seats": [seat_spelled(view, seat) for seat in range(view.seats)],
        "lake": [placed(tile) for tile in view.lake],
        "open_cells": [list(cell) for cell in view.open_cells],
        "supply": named(view.supply),
        "favours_left": view.favours_left,
        "token_stacks": {kind: list(values) for kind, values in zip(KINDS, view.stacks, strict=True)},
        "spare_tokens": view.generics,
        "stack_size": view.stack_size,
        "stack": tiles(view.stack),
        "box": tiles(view.box),
        "exchanged": view.exchanged,
        "dedicated": view.dedicated,
        "discarded": view.discarded,
        "excess": view.excess,
        "final_round": view.final,
    }


def seat_spelled(view: View, seat: Seat) -> dict[str, Json]:
    """What a seat has before it."""
    held = view.cards[seat]
    return {
        "hand": tiles(view.hands[seat]),
        "hand_size": view.hand_sizes[seat],
        "lanterns": None if held is None else named(held),
        "lantern_count": view.card_counts[seat],
        "favours": view.favours[seat],
        "tokens": [
            {"kind": KINDS[token.kind], "value": token.value, "spare": token.generic}
            for token in view.tokens[seat]
        ],
        "honour": view.honour[seat],
    }


def placed(tile: Placed) -> dict[str, Json]:
    """A tile on the lake as it lies; `seat` is None for the boat, which nobody placed."""
    where = {"x": tile.x, "y": tile.y, "rotation": tile.rotation, "seat": tile.seat}
    return tile_spelled(tile.tile, tile.rotation) | where


def tiles(found: tuple[int, ...] | None) -> list[dict[str, Json]] | None:
    """Tiles that do not lie on the lake, unturned."""
    return None if found is None else [tile_spelled(tile) for tile in found]


def tile_spelled(tile: int, rotation: int = 0) -> dict[str, Json]:
    """A tile by its number, with what it shows."""
    edges = [COLOURS[edge] for edge in turned(tile, rotation)]
    return {"tile": tile, "edges": edges, "platform": has_platform(tile)}
