"""The sea alone, large."""

from __future__ import annotations

from markupsafe import Markup, escape

from games.drawing.titania.ground import ground
from games.rules.titania.view import View
from games.rules.words import Speaker


def showcase(view: View, text: Speaker, sprite: str, label: str) -> Markup:
    """The sea without names or choices."""
    drawn = ground(view, 0, text, sprite)
    box = "{} {} {} {}".format(*drawn.view_box)
    return Markup(
        f'<svg class="board sea hero-board" viewBox="{box}" role="img" aria-label="{escape(label)}">'
        f"{drawn.under}{drawn.over}</svg>"
    )
