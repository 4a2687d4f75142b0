"""The sea alone, large."""

from __future__ import annotations

from markupsafe import Markup, escape

from games.drawing.titania.board import board
from games.rules.titania.view import View
from games.rules.words import Speaker


def showcase(view: View, text: Speaker, sprite: str, label: str) -> Markup:
    """The sea without names or choices."""
    drawn = board(view, 0, text, sprite)
    box = "{} {} {} {}".format(*drawn.view_box)
    return Markup(
        f'<svg class="lake sea hero-lake" viewBox="{box}" role="img" aria-label="{escape(label)}">'
        f"{drawn.under}{drawn.over}</svg>"
    )
