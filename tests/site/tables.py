"""Open tables for tests: what is asked for, tables that were opened so, and what their pages say."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from html import unescape
from typing import Any

from games.actions import lobby
from games.actions.wishes import Wishes
from games.clock.terms import DAY, Pace, Terms
from games.models import Game, Person
from games.rules.chance import commitment
from tests.site.cast import NOW


def wishes(person: Person, turn: timedelta = 3 * DAY, **changes: object) -> Wishes:
    """A usual table as the page would ask for it: four seats, three days for a turn, public, drawn."""
    person.refresh_from_db()
    shown = commitment(bytes(person.next_server_seed))
    usual = Wishes(rules="lanterns", size=4, commitment=shown, terms=Terms(Pace(turn=turn)))
    return replace(usual, **changes)  # type: ignore[arg-type]


def opened(person: Person, *guests: Person, now=NOW, **changes: Any) -> Game:
    """A table that the person has opened, the guests seated in this order."""
    game = lobby.open_table(person, wishes(person, **changes), now)
    for guest in guests:
        lobby.join(game.id, guest, now)
    game.refresh_from_db()
    return game


def sitting(game: Game) -> dict[int, str]:
    """Who sits where: names, or house players by what plays."""
    seats = game.seats.select_related("person").order_by("number")
    return {it.number: it.person.username if it.person else it.bot for it in seats if not it.is_empty()}


def text(answer) -> str:
    """What a page says, without its markup."""
    page = re.sub(r"<(script|style|svg).*?</\1>", " ", answer.content.decode(), flags=re.S)
    page = re.sub(r"</?time\b[^>]*>", "", page)  # a part of a sentence
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", page)))


def listed(answer) -> list[str]:
    """The titles of the games that a page lists."""
    row = r'<span class="grow-text"><b>(.*?)</b>|<th scope="row"><a [^>]*>(.*?)</a>'
    return [unescape(open_one or past) for open_one, past in re.findall(row, answer.content.decode())]
