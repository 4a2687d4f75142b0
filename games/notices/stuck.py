"""The mail of a fault: a game stands still, perhaps since its very history cannot be read.

So it is made from the rows of the game alone, and shows nothing of the position.
"""

from __future__ import annotations

from typing import NamedTuple

from games.addresses import url_of
from games.models import Game, Notice
from games.models.rows import seats_of
from games.notices.running import Context, reader
from games.notices.words import name_in_line, one_line
from games.rules.registry import RULES
from games.sitters import sittings
from games.tables import title_of


class Named(NamedTuple):
    """A table by its name and its address only."""

    slug: str
    title: str
    url: str


def named(game: Game) -> Named:
    """The table of a game whose position may be out of reach."""
    seats = sittings(game, seats_of(game.id), None)
    title = title_of(game.title, RULES[game.rules].NAME, [it.name for it in seats], started=True)
    return Named(game.slug, name_in_line(title), url_of(game.slug))


def stuck(notice: Notice, game: Game) -> Context | None:
    """The game stands still because of a fault; the staff is told where to look, and players that we do."""
    if game.status != Game.Status.RUNNING or game.still != Game.Still.STUCK:
        return None
    person = reader(notice)
    is_player = any(person.id in (it.person_id, it.player_id) for it in seats_of(game.id))
    looks_into_it = person.is_staff and not is_player
    return {
        "looks_into_it": looks_into_it,
        "reason": one_line(notice.data.get("reason", "")) if looks_into_it else "",
    }
