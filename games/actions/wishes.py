"""What somebody who opens a table wants, and what is left of it once checked."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from games.actions import Refused
from games.bots import BOTS
from games.clock.terms import Terms
from games.models.game import TITLE_LENGTH, WORD_LENGTH
from games.plaintext import TURNING, breaks
from games.rules.registry import RULES
from games.translation import said


@dataclass(frozen=True, slots=True)
class Wishes:
    """A table as it was asked for. `seat` counts only where seats are chosen.

    `house` names the house player of each seat given away at the opening; `commitment` is the one that
    the page showed, so that nobody plays under another.
    """

    rules: str
    size: int
    commitment: str
    terms: Terms = field(default_factory=Terms)
    options: Mapping[str, str | bool] = field(default_factory=dict)
    public: bool = True
    random_seats: bool = True
    seat: int | None = None
    title: str = ""
    word: str = ""
    house: tuple[str, ...] = ()


def checked_line(text: str, limit: int, name: str) -> str:
    """The text in composed form and trimmed. Raises Refused, in a sentence that calls it by `name`."""
    line = unicodedata.normalize("NFC", text.strip())
    if any(map(breaks, line)):
        raise Refused(_("%(name)s must be one line of plain text.") % {"name": name})
    if len(line) > limit:
        raise Refused(
            _("%(name)s may have %(limit)d characters at most.") % {"name": name, "limit": limit},
        )
    return line


def lucky_word(text: str) -> str:
    """A lucky word as it goes into the seed (formats.md 1.2): 0 to 80 characters."""
    return checked_line(text, WORD_LENGTH, _("A lucky word"))


def table_title(text: str) -> str:
    """A table's name, empty for none."""
    title = checked_line(text, TITLE_LENGTH, _("A name"))
    if TURNING.intersection(title):
        raise Refused(_("A name cannot hold marks that turn the direction of writing."))
    return title


def full_options(rules: str, wanted: Mapping[str, str | bool]) -> dict[str, str | bool]:
    """Every option of the game with its value, the default where nothing was wanted."""
    known = {option.name: option for option in RULES[rules].OPTIONS}
    if not wanted.keys() <= known.keys():
        raise Refused(_("This game has no such option."))
    chosen = {name: wanted.get(name, option.default) for name, option in known.items()}
    for name, value in chosen.items():
        # By type too: True == 1, and a record tells "true" from true.
        if not any(value == it and type(value) is type(it) for it, _words in known[name].choices):
            raise Refused(_("That is none of the choices of an option."))
    return chosen


def check(wishes: Wishes) -> None:
    """Raise Refused for a table that this site cannot have."""
    if wishes.rules not in RULES:
        raise Refused(_("There is no such game here."))
    if wishes.size not in RULES[wishes.rules].SEATS:
        raise Refused(_("This game is not for that many players."))
    check_terms(wishes.terms)
    if wishes.seat is not None and wishes.seat not in range(wishes.size):
        raise Refused(_("There is no such seat at this table."))
    if len(wishes.house) >= wishes.size:
        raise Refused(_("There are not so many seats besides your own."))
    for bot in wishes.house:
        check_bot(bot)


def check_terms(terms: Terms) -> None:
    """Raise Refused for terms that no table can have."""
    if why := terms.refusal(tuple(BOTS)):
        raise Refused(said(why))


def check_bot(bot: str) -> None:
    """Raise Refused for a house player that the site does not have."""
    if bot not in BOTS:
        raise Refused(_("There is no such house player."))
