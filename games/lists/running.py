"""A person's running games, page by page: those that wait for them alone, or all."""

from __future__ import annotations

from games.lists.mine import SOONEST
from games.lists.queries import Where, page_of_games
from games.lists.rows import Page, page_of_rows
from games.models import Person

PLAYS = "JOIN games_seat s ON s.game_id = g.id AND %s IN (s.person_id, s.deputy_id) "
# Whoever is only asked to stand in does not play there yet.
IN_IT = "(s.person_id = %s OR s.deputy_since IS NOT NULL)"


def waiting_games(person: Person, page: int) -> Page:
    """The games that wait for a turn of this person, the one that runs out first before all others."""
    query = page_of_games("", Where("g.waits_for_id = %s", person.pk), SOONEST, page)
    return page_of_rows(query, person, page)


def running_games(person: Person, page: int) -> Page:
    """The running games in which this person plays, those that wait for them first, each by deadline."""
    first = f"CASE WHEN g.waits_for_id = {person.pk:d} THEN 0 ELSE 1 END, {SOONEST}"
    where = Where("g.status = 'running'")
    where.add(IN_IT, person.pk)
    return page_of_rows(page_of_games(PLAYS, where, first, page, joined=[person.pk]), person, page)
