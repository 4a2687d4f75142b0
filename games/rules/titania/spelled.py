"""What a viewer may know, spelled out as JSON in the words of the moves, for programs to read."""

from __future__ import annotations

from games.rules.base import Json, Seat
from games.rules.titania.pieces import CARDS, FOG, SHELLS, SHIPS, Icon
from games.rules.titania.view import View, named


def spell_view(view: View) -> dict[str, Json]:
    """The view as JSON; None is not for this viewer. Spaces have the names that the board gives them."""
    return {
        "seats": [seat_spelled(view, seat) for seat in range(view.seats)],
        "period": view.period,
        "one_space_per_crane_visit": view.one_space,
        "played": view.played,
        "pending": pending(view),
        "ships": {space: [SHIPS[colour] for colour in colours] for space, colours in view.ships},
        "ship_supply": dict(zip(SHIPS, view.ship_supply, strict=True)),
        "towers": {space: named(levels) for space, levels in view.towers},
        "decorated": sorted(view.decorated),
        "tower_supply": named(view.tower_supply),
        "fog_up": {space: [icon_spelled(icon) for icon in FOG[kind]] for space, kind in view.fog},
        "fog_left": sorted(view.fog_left),
        "shell_supply": named(view.shell_supply),
        "starfish_supply": view.starfish_supply,
        "score_tiles_left": view.score_left,
        "score_tiles": None if view.score_order is None else list(view.score_order),
        "pile_size": view.pile,
        "pile": cards(view.pile_order),
        "discards": cards(view.discards),
        "turns_without_a_card": view.idle,
        "newest": list(view.newest),
    }


def seat_spelled(view: View, seat: Seat) -> dict[str, Json]:
    """What a seat has before it, and what its points are for; score tiles count at the end."""
    won = view.tiles[seat]
    return {
        "hand": cards(view.hands[seat]),
        "hand_size": view.hand_sizes[seat],
        "shells": named(view.shells[seat]),
        "starfish": view.starfish[seat],
        "score_tiles": None if won is None else list(won),
        "score_tile_count": view.tile_counts[seat],
        "points": view.points[seat],
        "points_for": view.earned[seat]._asdict(),
    }


def pending(view: View) -> dict[str, Json] | None:
    """What the seat to act has to decide first: at which space, how many shells, which ship."""
    if view.pending is None:
        return None
    colour = view.pending_colour
    return {
        "what": view.pending,
        "space": view.pending_space,
        "shells": view.pending_n,
        "ship": None if colour is None else SHIPS[colour],
    }


def cards(found: tuple[int, ...] | None) -> list[str] | None:
    """Cards by their names."""
    return None if found is None else [CARDS[card] for card in found]


def icon_spelled(icon: Icon) -> dict[str, Json]:
    """An icon; the colour of its shells is "any" where whoever enters chooses it."""
    colour = "any" if icon.any else None if icon.colour is None else SHELLS[icon.colour]
    return {"icon": icon.icon, "n": icon.n, "colour": colour}
