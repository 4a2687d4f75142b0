"""The kinds of mail about a game, and which of several that wait make which others needless.

Each kind is one short function: what its templates `emails/<kind>.*` need, made from the recipient's own
`Table`, or None where it is no longer true. What a game alone can tell is in
`emails/<rules>/{turn,result}.{txt,html}`, which they include.

After an outage mails may wait that tell the same game to the same person. Then:

- The start, a turn, a reminder, a time-out, news and the result are RECAPS: each tells how the table stands,
  whose turn it is and all that has happened since the reader's last turn, seats that changed hands and
  pauses included. So of several only the newest leaves that is still true.
- A nudge tells all of that as well, so it stands for the recaps before it; but it is somebody's own words,
  so nothing stands for it. It ends with the turn.
- A question waits for an answer: it leaves as long as it is open and the reader has not answered. The "no" to
  what the reader has asked is an answer, and given by itself; that the reader stands in no longer is told to
  somebody who may get no later mail.
- Of two warnings of the same end the later one is enough.
- A fault is told by itself, as long as the game stands still.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from games.models import Notice, Person
from games.notices.digest import digest
from games.notices.news import IN_THE_LOG, news
from games.notices.of_tables import closed, invitation, result, warning
from games.notices.of_turns import nudge, reminder, started, timeout, turn
from games.notices.questions import question
from games.notices.running import Context
from games.notices.trial import trial
from games.tables import Table

Kind = Notice.Kind

KINDS: dict[str, Callable[[Notice, Table, datetime], Context | None]] = {
    Kind.STARTED: started,
    Kind.TURN: turn,
    Kind.REMINDER: reminder,
    Kind.TIMEOUT: timeout,
    Kind.NUDGE: nudge,
    Kind.QUESTION: question,
    Kind.NEWS: news,
    Kind.WARNING: warning,
    Kind.RESULT: result,
    Kind.INVITATION: invitation,
    Kind.CLOSED: closed,
}

# What is about no table.
OF_A_PERSON: dict[str, Callable[[Notice, Person, datetime], Context | None]] = {
    Kind.DIGEST: digest,
    Kind.TEST: trial,
}

RECAPS = (Kind.STARTED, Kind.TURN, Kind.REMINDER, Kind.TIMEOUT, Kind.NEWS, Kind.RESULT)
# Of these kinds, only somebody with a seat is told, or who plays for its owner.
OF_A_SEAT = (*(Kind.STARTED, Kind.TURN, Kind.REMINDER, Kind.TIMEOUT, Kind.NUDGE, Kind.WARNING, Kind.RESULT),)


def overtaken_by(notice: Notice) -> tuple[str, ...]:
    """The kinds of later notices about the same game that tell all that this one would."""
    if notice.kind == Kind.WARNING:
        return (Kind.WARNING,)
    is_told_again = notice.kind != Kind.NEWS or notice.data["event"] in IN_THE_LOG
    return (*RECAPS, Kind.NUDGE) if notice.kind in RECAPS and is_told_again else ()
