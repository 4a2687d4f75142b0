"""What each seat did in a game, as a table, for any game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from markupsafe import Markup

from games.drawing.base import Reader
from games.rules.base import Tally


def tally_table(tallies: Sequence[Tally], reader: Reader) -> Markup:
    """A row for each thing counted, a column for each seat; the highest counts in bold."""
    heads = "".join(f'<th scope="col">{reader.name(seat)}</th>' for seat in range(len(reader.names)))
    rows = "".join(
        f'<tr><th scope="row">{reader.label(tally.label)}</th>{"".join(cells(tally))}</tr>'
        for tally in tallies
    )
    return Markup(
        f'<table class="stats"><thead><tr><td></td>{heads}</tr></thead><tbody>{rows}</tbody></table>'
    )


def cells(tally: Tally) -> Iterable[str]:
    """The counts of a row."""
    most = max(tally.counts)
    for count in tally.counts:
        yield f"<td><b>{count}</b></td>" if count == most > 0 else f"<td>{count}</td>"
