"""Lists of games: who plays where, what waits for whom, what is open, what is over.

A list is made from the columns of games and seats alone and knows nothing that a watcher may not know.
Its queries are written out, since a list of twenty rows would spend most of its time on having them made;
their number does not depend on its length.
"""

from __future__ import annotations

from games.lists.chosen import rows_by_id
from games.lists.mine import Mine, most_urgent, my_games, tables_around, waiting
from games.lists.past import PastFilters, history
from games.lists.people import person_named
from games.lists.public import OpenFilters, open_tables, running_public
from games.lists.queries import LAST_PAGE, PAGE, RECENT, RUNNING
from games.lists.rows import Page, Row, Sitter
from games.lists.running import running_games, waiting_games

__all__ = [
    "LAST_PAGE",
    "PAGE",
    "RECENT",
    "RUNNING",
    "Mine",
    "OpenFilters",
    "Page",
    "PastFilters",
    "Row",
    "Sitter",
    "history",
    "most_urgent",
    "my_games",
    "open_tables",
    "person_named",
    "rows_by_id",
    "running_games",
    "running_public",
    "tables_around",
    "waiting",
    "waiting_games",
]
