"""How a game ended, as each page tells it: by name, the place and the honour."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.walk_mail import Standings

ROWS = "(rows) => rows.map((row) => Array.from(row.cells, (cell) => cell.innerText.trim()))"
WITH_HONOUR = re.compile(r"(.+?) (\d+)$")


def cells(rows: Locator) -> list[list[str]]:
    """What stands in the cells of the rows of a table."""
    expect(rows.first).to_be_visible()
    found: list[list[str]] = rows.evaluate_all(ROWS)
    return found


def standings_on(page: Page) -> Standings:
    """What a result page says of everybody."""
    standings: Standings = {}
    for player, total, *_rest in cells(page.locator("table.score tbody tr")):
        name, place = player.split("\n")
        standings[name] = int(place[0]), int(total)
    return standings


def told_by_history(page: Page, name: str, title: str) -> tuple[str, int, dict[str, int]]:
    """What the history of a person says of a game: their place, their honour, and that of the others."""
    page.goto(f"/people/{name}/games/")
    ((game, _ended, place, honour),) = cells(page.locator("table.done tbody tr"))
    shown, played = game.split("\n")
    assert shown == title
    others = played.removeprefix("Lanterns with ")
    return place, int(honour), {who: int(n) for who, n in map(named, others.split(", "))}


def named(opponent: str) -> tuple[str, str]:
    """An opponent's name and honour."""
    found = WITH_HONOUR.fullmatch(opponent)
    assert found, opponent
    return found[1], found[2]


def expected_in_history(standings: Standings, name: str) -> tuple[str, int, dict[str, int]]:
    """What the history of a person has to say where a game ended like that."""
    place, honour = standings[name]
    shared = "shared " if place == 1 and [it[0] for it in standings.values()].count(1) > 1 else ""
    ordinal = ("1st", "2nd", "3rd")[place - 1]
    others = {who: it[1] for who, it in standings.items() if who != name}
    return f"{shared}{ordinal} of {len(standings)}", honour, others
