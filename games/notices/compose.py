"""Every message that the site sends is built here: both parts, subject, headers, for one recipient."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime
from email.utils import parseaddr
from typing import Any

import css_inline
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template import Context, engines
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.crypto import salted_hmac

from games import tables
from games.models import Game, Notice, Person
from games.notices import off
from games.notices.kinds import KINDS, OF_A_SEAT, RECAPS, overtaken_by
from games.notices.of_turns import started
from games.notices.outbox import Status, is_first, newer
from games.notices.stuck import Named, named, stuck
from games.notices.words import name_in_line, one_line
from games.tables import Table

# The plain rules of the first style block go into the elements; @media stays in the head.
INLINER = css_inline.CSSInliner(keep_at_rules=True, load_remote_stylesheets=False)


class NotSent(Exception):
    """There is nothing to send; `status` says what becomes of the notice."""

    def __init__(self, status: str, reason: str = "") -> None:
        super().__init__(reason or status)
        self.status, self.reason = status, reason


def compose(notice: Notice, now: datetime) -> EmailMultiAlternatives:
    """The message of a notice as things stand now. Raises NotSent where nothing is to be sent."""
    if notice.kind == Notice.Kind.ACCOUNT:
        return account_message(notice)
    person = notice.person
    assert person is not None
    if not off.wants(person, notice.kind):
        raise NotSent(Status.MUTED)
    to = confirmed_address(person)
    with translation.override(settings.LANGUAGE_CODE), timezone.override(person.zone):
        if notice.kind == Notice.Kind.STUCK:
            return stuck_message(notice, person, to)
        return game_message(notice, person, to, now)


def game_message(notice: Notice, person: Person, to: str, now: datetime) -> EmailMultiAlternatives:
    """The message of a notice about a game, in the active language and zone."""
    table = table_of(notice, person)
    told = what_is_told(notice, table, now)
    if told is None or is_told_by_a_newer_one(notice, person, table, now):
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
    return kind_of_message(notice, person, to, kind, context)


def stuck_message(notice: Notice, person: Person, to: str) -> EmailMultiAlternatives:
    """The message of a game that stands still because of a fault, whatever state its history is in."""
    told = stuck(notice, notice.game) if notice.game else None
    if notice.game is None or told is None:
        raise NotSent(Status.OVERTAKEN)
    return kind_of_message(notice, person, to, notice.kind, about(person, named(notice.game)) | told)


def kind_of_message(
    notice: Notice, person: Person, to: str, kind: str, context: dict[str, Any]
) -> EmailMultiAlternatives:
    """The message that the templates of a kind make, with a way to switch it off where there is one."""
    headers = {}
    if kind in off.KINDS:
        off_url = absolute(off.path(person.id, kind))
        context = context | {"off_url": off_url}
        headers = {
            "List-Unsubscribe": f"<{off_url}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        }
    return message(
        notice,
        to,
        subject=rendered(f"emails/{kind}.subject.txt", context),
        text=rendered(f"emails/{kind}.txt", context),
        html=rendered(f"emails/{kind}.html", context),
        headers=headers,
    )


def account_message(notice: Notice) -> EmailMultiAlternatives:
    """The message of a notice about an account, which was worded when it was asked for."""
    it = notice.data
    return message(notice, it["to"], subject=it["subject"], text=it["text"], html=it["html"], headers={})


def message(
    notice: Notice, to: str, *, subject: str, text: str, html: str, headers: dict[str, str]
) -> EmailMultiAlternatives:
    """A message with both its parts; a second sending of the same notice has the same Message-ID."""
    headers = {"Message-ID": message_id(notice), "Auto-Submitted": "auto-generated", **headers}
    made = EmailMultiAlternatives(one_line(subject), text, settings.DEFAULT_FROM_EMAIL, [to], headers=headers)
    if html:
        made.attach_alternative(INLINER.inline(html), "text/html")
    return made


def message_id(notice: Notice) -> str:
    """The name of a notice's message: not to be guessed, the same for every attempt."""
    host = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2]
    mark = salted_hmac("games.mail.id", f"{notice.pk} {notice.created_at.isoformat()}").hexdigest()[:20]
    return f"<{notice.kind}.{notice.pk}.{mark}@{host}>"


def confirmed_address(person: Person) -> str:
    """Where mail to a person goes. Raises NotSent where there is no confirmed address."""
    confirmed = EmailAddress.objects.filter(user=person, verified=True).order_by("-primary", "-id")
    address: str | None = confirmed.values_list("email", flat=True).first()
    if address is None or not person.is_active:
        raise NotSent(Status.FAILED, "no confirmed address")
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
    if notice.kind != Notice.Kind.TURN or not off.wants(person, Notice.Kind.STARTED):
        return None
    return started(notice, table, now) if is_first(notice, RECAPS) else None


def is_told_by_a_newer_one(notice: Notice, person: Person, table: Table, now: datetime) -> bool:
    """Whether a later notice about the same game, which is to leave as well, makes this one needless."""
    if not (kinds := overtaken_by(notice)):
        return False
    later = [it for it in newer(notice, now) if it.kind in kinds and off.wants(person, it.kind)]
    return any(what_is_told(it, table, now) is not None for it in later)


def about(person: Person, table: Table | Named) -> dict[str, Any]:
    """What every mail about a table needs."""
    return frame() | {
        "person": person,
        "zone": person.time_zone.replace("_", " ") or "UTC",
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
        "lobby_url": absolute(reverse("lobby")),
    }


def absolute(path: str) -> str:
    """The full address of a page of the site."""
    return f"{settings.SITE_URL}{path}"


def rendered(template: str, context: dict[str, Any]) -> str:
    """A template's text; only HTML is escaped."""
    found = engines["django"].get_template(template).template  # type: ignore[attr-defined]
    text = found.render(Context(context, autoescape=template.endswith(".html")))
    return text if template.endswith(".html") else tidy(text)


def tidy(text: str) -> str:
    """A plain text without the blank lines and spaces that the tags of its template left behind."""
    return re.sub(r"\n{3,}", "\n\n", re.sub(r"[ \t]+\n", "\n", text)).strip() + "\n"
