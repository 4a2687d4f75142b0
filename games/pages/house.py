"""The house players, in words: which there are, and how each plays."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.translation import gettext as _

from games.bots import BOTS


class HousePlayer(NamedTuple):
    """A house player as one chooses it: its name among `BOTS`, what it is called, and how it plays."""

    bot: str
    label: str
    manner: str


def house_players() -> list[HousePlayer]:
    """The house players, the best first."""
    known = {
        "sensibly": HousePlayer("sensibly", _("House, sensible"), _("plays sensibly, at once")),
        "randomly": HousePlayer("randomly", _("House, random"), _("plays at random, at once")),
    }
    others = [HousePlayer(name, name, _("plays at once")) for name in sorted(BOTS) if name not in known]
    return [it for name, it in known.items() if name in BOTS] + others
