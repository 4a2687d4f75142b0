"""The drawing of each game, by its slug."""

from __future__ import annotations

from games.drawing import lanterns, titania
from games.drawing.base import Drawing

DRAWINGS: dict[str, Drawing] = {"lanterns": lanterns, "titania": titania}
