"""Certain games, as a list tells of them."""

from __future__ import annotations

from collections.abc import Collection

from games.lists.queries import GAMES, Query
from games.lists.rows import Row, rows_of
from games.models import Person


def rows_by_id(ids: Collection[int], person: Person) -> dict[int, Row]:
    """What a list tells this person of these games, by id. Two queries, or none."""
    if not ids:
        return {}
    marks = ", ".join(["%s"] * len(ids))
    rows = rows_of(Query(f"{GAMES} WHERE g.id IN ({marks})", list(ids)), person)
    return {row.id: row for row in rows}
