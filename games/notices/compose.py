"""Every message that the site sends is built here: both parts, subject, headers, for one recipient."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from email.mime.image import MIMEImage
from typing import Any

import css_inline
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template import Context, engines
from django.urls import reverse
from django.utils import timezone, translation

from games import tables
from games.addresses import absolute
from games.models import Game, Notice, Person
from games.notices import off, sign_in
from games.notices.choice import (
    BY_SLUG,
    channels_of,
    choices_of,
    event_of,
    is_told_on,
    mail_is_stopped,
    wants,
)
from games.notices.headers import content_id, headers_of
from games.notices.kinds import KINDS, OF_A_PERSON, OF_A_SEAT, RECAPS, overtaken_by
from games.notices.of_turns import started
from games.notices.outbox import Status, is_first, newer
from games.notices.picture import SHOWING, Picture, board, picture
from games.notices.running import reader
from games.notices.stuck import Named, named, stuck
from games.notices.suggest import suggestions
from games.notices.words import name_in_line, one_line
from games.tables import Table

# The plain rules of the first style block go into the elements; @media stays in the head.
INLINER = css_inline.CSSInliner(keep_at_rules=True, load_remote_stylesheets=False)

# What asks somebody to play, and so offers ways to do it at once.
TO_PLAY = (Notice.Kind.STARTED, Notice.Kind.TURN, Notice.Kind.REMINDER, Notice.Kind.NUDGE)


class NotSent(Exception):
    """There is nothing to send; `status` says what becomes of the notice."""

    def __init__(self, status: str, reason: str = "") -> None:
        super().__init__(reason or status)
        self.status, self.reason = status, reason


@dataclass(frozen=True, slots=True)
class Told:
    """What a notice has to tell its person now: the kind of its templates, and what they need.

    `table` is the table as the person may see it; none for what is about no table, or one that is broken.
    """

    notice: Notice
    person: Person
    kind: str
    context: dict[str, Any]
    table: Table | None = None


@dataclass(frozen=True, slots=True)
class Brief:
    """A notice in two lines of plain text, for devices and webhooks: it tells nothing of a hand."""

    event: str
    key: str
    title: str
    text: str
    url: str
    table: Table | None
    person: Person


def compose(notice: Notice, now: datetime) -> EmailMultiAlternatives:
    """The message of a notice as things stand now. Raises NotSent where nothing is to be sent."""
    if notice.kind == Notice.Kind.ACCOUNT:
        return account_message(notice)
    with as_read_by(reader(notice)):
        return mail(tell(notice, now), now)


def brief(notice: Notice, now: datetime) -> Brief:
    """The same for devices and webhooks. Raises NotSent."""
    with as_read_by(reader(notice)):
        told = tell(notice, now)
        event = event_of(notice)
        return Brief(
            event=event.slug if event else told.kind,
            key=f"{notice.kind}.{notice.key}",
            title=one_line(rendered(f"emails/{told.kind}.subject.txt", told.context)),
            text=one_line(rendered(f"emails/{told.kind}.brief.txt", told.context)),
            url=way_of(told),
            table=told.table,
            person=told.person,
        )


def way_of(told: Told) -> str:
    """Where a notice leads: to the page on which it is answered, as the button of its mail does."""
    it = told.context
    if told.kind == Notice.Kind.CLOSED:
        return str(it["lobby_url"])
    if told.kind == Notice.Kind.QUESTION or it.get("is_kept"):
        return str(it["around_url"])
    to_around = it.get("around") and not it.get("your_turn")
    return str((it["around_url"] if to_around else it.get("table_url")) or it["home_url"])


@contextmanager
def as_read_by(person: Person) -> Iterator[None]:
    """What is worded inside is in the person's language and zone."""
    with translation.override(person.language or settings.LANGUAGE_CODE), timezone.override(person.zone):
        yield


def tell(notice: Notice, now: datetime) -> Told:
    """What a notice has to tell as things stand now, in the active language and zone. Raises NotSent."""
    person = reader(notice)
    if not person.is_active:
        raise NotSent(Status.FAILED, "the account is closed")
    if not wants(person, notice):
        raise NotSent(Status.MUTED)
    if notice.kind in OF_A_PERSON:
        told = OF_A_PERSON[Notice.Kind(notice.kind)](notice, person, now)
        return Told(notice, person, notice.kind, frame() | {"person": person} | still_true(told))
    if notice.kind == Notice.Kind.STUCK:
        return tell_of_fault(notice, person)
    return tell_of_table(notice, person, now)


def tell_of_table(notice: Notice, person: Person, now: datetime) -> Told:
    """What a notice about a table has to tell. Raises NotSent."""
    table = table_of(notice, person)
    told = what_is_told(notice, table, now)
    if told is None or is_told_by_a_newer_one(notice, table, now):
        raise NotSent(Status.OVERTAKEN)
    kind = notice.kind
    if begins := start_told_by(notice, person, table, now):
        kind, told = Notice.Kind.STARTED, begins
    context = about(person, table) | {
        "view": table.view,
        "game_turn": f"emails/{table.rules}/turn",
        "game_result": f"emails/{table.rules}/result",
        **told,
    }
    return Told(notice, person, kind, context, table)


def tell_of_fault(notice: Notice, person: Person) -> Told:
    """What to tell of a game that stands still because of a fault, whatever state its history is in."""
    if notice.game is None:
        raise NotSent(Status.OVERTAKEN)
    told = still_true(stuck(notice, notice.game))
    return Told(notice, person, notice.kind, about(person, named(notice.game)) | told)


def still_true(told: dict[str, Any] | None) -> dict[str, Any]:
    """What is told. Raises NotSent where it is no longer true."""
    if told is None:
        raise NotSent(Status.OVERTAKEN)
    return told


def mail(told: Told, now: datetime) -> EmailMultiAlternatives:
    """The message that the templates of a kind make, with a way to switch it off where there is one."""
    notice, to, off_headers = told.notice, address_of(told.person), {}
    context, shown = with_board(told)
    context |= ways_to_play(told, now)
    if off_path := off.path(told.person, notice):
        off_url = absolute(off_path)
        context = context | {"off_url": off_url}
        off_headers = {
            "List-Unsubscribe": f"<{off_url}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }
    made = message(
        notice,
        to,
        subject=rendered(f"emails/{told.kind}.subject.txt", context),
        text=rendered(f"emails/{told.kind}.txt", context),
        html=rendered(f"emails/{told.kind}.html", context),
        headers=off_headers,
    )
    if shown:
        attach(made, shown, content_id(notice, "board"))
    return made


def ways_to_play(told: Told, now: datetime) -> dict[str, Any]:
    """Beside the button: turns to send from the mail, and a link that signs in; as the reader has chosen."""
    table, person, notice = told.table, told.person, told.notice
    if told.kind not in TO_PLAY or table is None or not told.context["your_turn"]:
        return {}
    return {
        "suggestions": suggestions(table, person, notice, now),
        "sign_in_url": sign_in.address(person, table.url, notice, now),
    }


def with_board(told: Told) -> tuple[dict[str, Any], Picture | None]:
    """What the templates need, with the board where the mail shows one; and its picture if there is one."""
    table = told.table
    if told.kind not in SHOWING or table is None or table.viewer is None:
        return told.context, None
    seen = board(table, told.person)
    shown = picture(seen)
    cid = content_id(told.notice, "board")
    return told.context | {"board": seen, "picture": shown, "picture_cid": cid}, shown


def attach(made: EmailMultiAlternatives, shown: Picture, cid: str) -> None:
    """Put a picture into a message for its HTML to show: it is part of the letter, and no file beside it."""
    image = MIMEImage(shown.png, "png")
    image["Content-ID"] = f"<{cid}>"
    image.add_header("Content-Disposition", "inline", filename="board.png")
    made.mixed_subtype = "related"  # type: ignore[attr-defined]
    made.attach(image)


def account_message(notice: Notice) -> EmailMultiAlternatives:
    """The message of a notice about an account, which was worded when it was asked for."""
    it = notice.data
    return message(notice, it["to"], subject=it["subject"], text=it["text"], html=it["html"])


def message(
    notice: Notice, to: str, *, subject: str, text: str, html: str, headers: dict[str, str] | None = None
) -> EmailMultiAlternatives:
    """A message with both its parts; a second sending of the same notice has the same Message-ID."""
    all_headers = headers_of(notice) | (headers or {})
    made = EmailMultiAlternatives(
        one_line(subject), text, settings.DEFAULT_FROM_EMAIL, [to], headers=all_headers
    )
    if html:
        made.attach_alternative(INLINER.inline(html), "text/html")
    return made


def address_of(person: Person) -> str:
    """Where mail to a person goes. Raises NotSent where there is no confirmed address that takes mail."""
    confirmed = EmailAddress.objects.filter(user=person, verified=True).order_by("-primary", "-id")
    address: str | None = confirmed.values_list("email", flat=True).first()
    if address is None:
        raise NotSent(Status.FAILED, "no confirmed address")
    if address == person.bounced:
        raise NotSent(Status.BOUNCED, "Mail to this address has come back.")
    return address


def table_of(notice: Notice, person: Person) -> Table:
    """The table as the recipient may see it, every name and title fit for a line. Raises NotSent."""
    if notice.game is None:
        raise NotSent(Status.OVERTAKEN)
    try:
        table = tables.table_for(notice.game.slug, person)
    except Game.DoesNotExist:
        raise NotSent(Status.OVERTAKEN) from None
    seats = [
        replace(seat, name=name_in_line(seat.name), stand_in=name_in_line(seat.stand_in))
        for seat in table.seats
    ]
    return replace(table, title=name_in_line(table.title), seats=tuple(seats))


def what_is_told(notice: Notice, table: Table, now: datetime) -> dict[str, Any] | None:
    """What the templates of a kind need; None where it is not true, or no longer this person's game."""
    if notice.kind in OF_A_SEAT and table.viewer is None:
        return None
    return KINDS[notice.kind](notice, table, now)


def start_told_by(notice: Notice, person: Person, table: Table, now: datetime) -> dict[str, Any] | None:
    """What the templates of the start need, where the mail of somebody's turn is their first of this game.

    So it is where the turn came at once, before the start was told: then one mail tells both.
    """
    channels = channels_of(choices_of(person), BY_SLUG["start"])
    is_told = is_told_on(notice.channel, channels, mail_is_stopped(person))
    if notice.kind != Notice.Kind.TURN or not is_told:
        return None
    return started(notice, table, now) if is_first(notice, RECAPS) else None


def is_told_by_a_newer_one(notice: Notice, table: Table, now: datetime) -> bool:
    """Whether a later notice about the same game, which is to leave as well, makes this one needless."""
    if not (kinds := overtaken_by(notice)):
        return False
    person = reader(notice)
    later = [it for it in newer(notice, now) if it.kind in kinds and wants(person, it)]
    return any(what_is_told(it, table, now) is not None for it in later)


def about(person: Person, table: Table | Named) -> dict[str, Any]:
    """What every mail about a table needs."""
    return frame() | {
        "person": person,
        "zone": person.zone_name,
        "table": table,
        "table_url": absolute(table.url),
        "around_url": absolute(reverse("table_around", args=[table.slug])),
    }


def frame() -> dict[str, Any]:
    """What the frame of every mail needs."""
    return {
        "site_name": settings.SITE_NAME,
        "home_url": absolute(reverse("home")),
        "settings_url": absolute(reverse("settings")),
        "choices_url": absolute(reverse("choices")),
        "lobby_url": absolute(reverse("lobby")),
    }


def rendered(template: str, context: dict[str, Any]) -> str:
    """A template's text; only HTML is escaped."""
    found = engines["django"].get_template(template).template  # type: ignore[attr-defined]
    text = found.render(Context(context, autoescape=template.endswith(".html")))
    return text if template.endswith(".html") else tidy(text)


def tidy(text: str) -> str:
    """A plain text without the blank lines and spaces that the tags of its template left behind."""
    return re.sub(r"\n{3,}", "\n\n", re.sub(r"[ \t]+\n", "\n", text)).strip() + "\n"
