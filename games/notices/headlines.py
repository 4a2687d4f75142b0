"""A notice in one line and a sentence that stay true, however much later they are read: a dated record.

They are made from the row and from what a list tells of the table, so they hold nothing of a position.
"""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.lists import Row
from games.models import Game, Notice
from games.notices.phrases import PHRASES
from games.notices.words import name_in_line

Kind = Notice.Kind

HEADLINES: dict[str, Promise] = {
    Kind.STARTED: gettext_lazy("%(title)s has started"),
    Kind.TURN: gettext_lazy("Your turn in %(title)s"),
    Kind.REMINDER: gettext_lazy("A reminder of your turn in %(title)s"),
    Kind.TIMEOUT: gettext_lazy("A turn ran out in %(title)s"),
    Kind.NUDGE: gettext_lazy("Somebody asks after you in %(title)s"),
    Kind.QUESTION: gettext_lazy("%(title)s asks you something"),
    Kind.NEWS: gettext_lazy("News of %(title)s"),
    Kind.WARNING: gettext_lazy("%(title)s is about to end"),
    Kind.STUCK: gettext_lazy("%(title)s stands still because of a fault"),
    Kind.RESULT: gettext_lazy("%(title)s is over"),
    Kind.INVITATION: gettext_lazy("An invitation to %(title)s"),
    Kind.CLOSED: gettext_lazy("%(title)s was closed"),
}
# What is told of the reader's own turn, as long as that runs.
OF_OWN_TURN = (Kind.STARTED, Kind.TURN, Kind.REMINDER)
SENTENCES: dict[str, Promise] = {
    Kind.STARTED: gettext_lazy("All seats were taken, and the game began."),
    Kind.TURN: gettext_lazy("It was your turn. It is over now."),
    Kind.REMINDER: gettext_lazy("Your time was running out. That turn is over now."),
    Kind.TIMEOUT: gettext_lazy("Its time was over, and the house played it."),
    Kind.QUESTION: gettext_lazy("Your answer was asked for. Whether it still is, the table tells."),
    Kind.STUCK: gettext_lazy("A fault of ours stopped this game. No time counts until the fault is mended."),
    Kind.RESULT: gettext_lazy("The table shows how it ended."),
    Kind.INVITATION: gettext_lazy("Somebody invited you. Whether a seat is free, the table tells."),
    Kind.CLOSED: gettext_lazy("It was closed before its game began."),
}
OWN_TIMEOUT = gettext_lazy("The time of your turn was over, and the house played it.")
# Of each event that a piece of news is about (`news.EVENTS`).
NEWS: dict[str, Promise] = {
    "kept": gettext_lazy("The house plays at a seat until its player is back."),
    "returned": gettext_lazy("Somebody came back to their seat."),
    "resigned": gettext_lazy("Somebody resigned."),
    "stands-in": gettext_lazy("A stand-in plays for somebody."),
    "stepped-down": gettext_lazy("A stand-in does not play any more."),
    "released": gettext_lazy("You do not stand in there any more."),
    "pause": gettext_lazy("The table agreed on a pause."),
    "resume": gettext_lazy("The table agreed to end its pause."),
    "terms": gettext_lazy("The table agreed on new terms."),
    "refused": gettext_lazy("The table did not agree to what was asked for."),
    "time": gettext_lazy("Somebody gave you more time for a turn."),
    "away": gettext_lazy("Somebody went on holiday."),
}


def headline(notice: Notice, row: Row | None) -> str:
    """What a notice is about, in a line; `row` is its table, if it is about one."""
    if row is None:
        return str(Kind(notice.kind).label)
    return _entitled(notice.kind, row)


def headline_of_turn(row: Row) -> str:
    """That it is the reader's turn at a table, in a line."""
    return _entitled(Kind.TURN, row)


def _entitled(kind: str, row: Row) -> str:
    return str(HEADLINES[kind]) % {"title": name_in_line(row.title)}


def sentence(notice: Notice, row: Row) -> str:
    """What it says in plain words; as long as the turn it tells of runs, until when."""
    if notice.kind == Kind.NUDGE:
        return f"“{PHRASES[notice.data['phrase']]}”"
    if is_of_now(notice, row):
        return " ".join(filter(None, (_("It is your turn."), until(row.deadline_at))))
    if notice.kind == Kind.NEWS:
        return str(NEWS[notice.data["event"]])
    if notice.kind == Kind.WARNING:
        ends_at = datetime.fromisoformat(notice.data["ends_at"])
        said = _("Unless somebody played before, it was to end without a winner on %(moment)s.")
        return said % {"moment": moment(ends_at)}
    if notice.kind == Kind.TIMEOUT and row.you and row.you.number == notice.data["seat"]:
        return str(OWN_TIMEOUT)
    return str(SENTENCES[notice.kind])


def is_of_now(notice: Notice, row: Row) -> bool:
    """Whether a notice tells of the reader's own turn, and that turn still runs."""
    if not (row.your_turn and row.turn_since) or row.still == Game.Still.STUCK:
        return False
    return notice.kind in OF_OWN_TURN and notice.created_at >= row.turn_since


def until(deadline: datetime | None) -> str:
    """By when to play; nothing where no time runs out."""
    return _("You have until %(moment)s.") % {"moment": moment(deadline)} if deadline else ""


def moment(at: datetime) -> str:
    """A moment of the active zone in full, since nobody knows when it will be read."""
    zone = timezone.get_current_timezone_name().replace("_", " ")
    return f"{date_format(timezone.localtime(at), 'l j F Y, H:i')} ({zone})"
