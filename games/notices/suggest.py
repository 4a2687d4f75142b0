"""Turns that a mail suggests: each a link to a page that shows the turn and asks whether to send it.

The link names the person, the position and the number of the proposal. What the turn is, the page finds out
again; so neither the link nor, unless the reader has chosen otherwise, its label tells what is in a hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core import signing
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac

from games.addresses import absolute
from games.models import Notice, Person
from games.notices.choice import choices_of
from games.notices.running import is_to_play
from games.proposals import in_words, proposals
from games.tables import Table

SIGNER = signing.Signer(salt="games.mail.turn")
GOOD_FOR = timedelta(days=14)


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A turn in a line, and the full address of the page that sends it."""

    label: str
    url: str


@dataclass(frozen=True, slots=True)
class Meant:
    """What a link means: a proposal to somebody at a position, up to a moment.

    `mark` is that of the proposal: should the house have come to think otherwise, it fits no more.
    """

    person_id: int
    slug: str
    moved: int
    number: int
    mark: str
    until: int

    def is_over(self, now: datetime) -> bool:
        """Whether the link is too old."""
        return now.timestamp() > self.until

    def is_of(self, texts: Sequence[str]) -> bool:
        """Whether this is the turn that was proposed."""
        return constant_time_compare(mark_of(self.person_id, self.slug, self.moved, texts), self.mark)


def suggestions(table: Table, person: Person, notice: Notice, now: datetime) -> tuple[Suggestion, ...]:
    """A few turns for the reader of a notice about a table, in the active language.

    None where the reader does not want any, or is not to act.
    """
    choices = choices_of(person)
    if not choices.turns_in_mail or not is_to_play(table, person):
        return ()
    until = int((max(notice.created_at, notice.due_at) + GOOD_FOR).timestamp())
    position = person.id, table.slug, table.moved
    return tuple(
        [
            Suggestion(
                in_words(table, turn.fully if choices.hand_in_mail else turn.openly),
                address(Meant(*position, number, mark_of(*position, turn.texts), until)),
            )
            for number, turn in enumerate(proposals(table))
        ]
    )


def address(meant: Meant) -> str:
    """The full address of the page that shows a suggested turn."""
    it = meant
    token = SIGNER.sign_object([it.person_id, it.slug, it.moved, it.number, it.mark, it.until])
    return absolute(reverse("mail_turn", args=[token]))


def read(token: str) -> Meant | None:
    """What a token means; None where we have not signed it for this."""
    try:
        return Meant(*SIGNER.unsign_object(token))
    except (signing.BadSignature, ValueError, TypeError):
        return None


def mark_of(person_id: int, slug: str, moved: int, texts: Sequence[str]) -> str:
    """A mark of somebody's turn at a position, which does not tell what the turn is."""
    turn = "\n".join([str(person_id), slug, str(moved), *texts])
    return salted_hmac("games.mail.turn.mark", turn, algorithm="sha256").hexdigest()[:16]
