"""Rows of lists as HTML, joined from strings: a template for each row would cost many times as much.

Everything that people have written goes through `escape`; what is returned is safe.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import cache
from html import escape

from django.urls import reverse
from django.utils.translation import gettext, ngettext
from markupsafe import Markup

from games import tables
from games.lists import Row, Sitter
from games.pages import words
from games.rules.registry import RULES


def _(text: str, **args: object) -> str:
    """A text of ours in the reader's language, with arguments that may be anything, safe in HTML."""
    said = gettext(text)
    return escape(said % args if args else said)


def address(slug: str) -> str:
    """The address of a table, without the cost of `reverse` for each row."""
    return _around_slug()[0] + slug + _around_slug()[1]


@cache
def _around_slug() -> tuple[str, str]:
    before, _slug, after = reverse("table", args=["SLUG"]).partition("SLUG")
    return before, after


def open_rows(rows: Iterable[Row], viewer: int | None) -> Markup:
    """Tables that have free seats, each with its seats and the way in."""
    return Markup("".join(_open_row(row, viewer) for row in rows))


def running_rows(rows: Iterable[Row], now: datetime) -> Markup:
    """Running games, each with whom it waits for."""
    return Markup("".join(_running_row(row, now) for row in rows))


def cards(rows: Sequence[Row], sprite: str, now: datetime) -> Markup:
    """The games that wait for the reader, the most urgent marked."""
    return Markup("".join(_card(row, sprite, now, first=row is rows[0]) for row in rows))


def past_rows(rows: Iterable[Row], now: datetime) -> Markup:
    """The rows of a table of ended games, as seen from the seat of the row's `you`."""
    return Markup("".join(_past_row(row, now) for row in rows))


def _open_row(row: Row, viewer: int | None) -> str:
    title = escape(row.title)
    if viewer is not None and row.you is not None and row.you.person_id == viewer:
        label, verb = _("Open %(title)s", title=row.title), _("Open")
    else:
        label, verb = _("Join %(title)s", title=row.title), _("Join")
    free = ngettext("%(n)d seat free", "%(n)d seats free", row.free) % {"n": row.free}
    return (
        f'<li class="grow"><span class="grow-text"><b>{title}</b><span class="meta">{_opened(row)}</span>'
        f'{_tags(row)}</span><span class="grow-end">{seat_dots(row.size - row.free, row.size)}'
        f'<span class="meta">{escape(free)}</span></span>'
        f'<a class="btn" href="{address(row.slug)}" aria-label="{label}">{verb}</a></li>'
    )


def _opened(row: Row) -> str:
    pace = words.pace(row.pace_days)
    if not row.opened_by:
        return escape(f"{row.rules_name} · {pace}")
    return _("%(game)s by %(name)s · %(pace)s", game=row.rules_name, name=row.opened_by, pace=pace)


def _tags(row: Row) -> str:
    """What is unusual about a table: every option that is not the default."""
    named = [
        f"{tables.said(option.label)}: {tables.said(words_of).partition(':')[0]}"
        for option in RULES[row.rules].OPTIONS
        for value, words_of in option.choices
        if value == row.options.get(option.name) and value != option.default
    ]
    if not row.public:
        named.append(gettext("by link"))
    if not named:
        return ""
    return (
        '<span class="tags">' + "".join(f'<span class="tag">{escape(it)}</span>' for it in named) + "</span>"
    )


def seat_dots(taken: int, size: int) -> Markup:
    """A dot for each seat, filled where somebody sits."""
    label = _("%(taken)d of %(size)d seats taken", taken=taken, size=size)
    dots = DOT % "on" * taken + DOT % "off" * (size - taken)
    return Markup(f'<span class="seatdots" role="img" aria-label="{label}">{dots}</span>')


DOT = (
    '<svg class="i-s" viewBox="0 0 16 16" aria-hidden="true"><circle class="%s" cx="8" cy="8" r="5.5"/></svg>'
)


def _running_row(row: Row, now: datetime) -> str:
    with_whom = f'<span class="meta">{_others(row)}</span>' if row.has_title else ""
    return (
        f'<li class="grow"><a class="grow-main" href="{address(row.slug)}">'
        f'<span class="grow-text"><b>{escape(row.title)}</b><span class="meta">{_progress(row)}</span>'
        f"{with_whom}</span>"
        f'<span class="grow-end">{_waiting(row, now)}</span></a></li>'
    )


def _others(row: Row) -> str:
    return escape(", ".join(seat.name for seat in row.seats if seat is not row.you))


def _progress(row: Row) -> str:
    if not row.turns_all:
        return escape(row.rules_name)
    turn = min(row.turns_done + 1, row.turns_all)
    return _("%(game)s, turn %(turn)d of %(all)d", game=row.rules_name, turn=turn, all=row.turns_all)


def _waiting(row: Row, now: datetime) -> str:
    waited = row.waits_for
    if waited is None:
        return f"<span>{_('being counted')}</span>"
    name = f"<b>{escape(waited.name)}</b>"
    said = _("your turn") if row.your_turn else escape(gettext("waiting for %(name)s")) % {"name": name}
    time = _("soon") if waited.bot else escape(words.left(row.deadline_at, now)) if row.deadline_at else ""
    return f'<span>{said}</span><span class="meta">{time}</span>'


def _card(row: Row, sprite: str, now: datetime, first: bool) -> str:
    others = "".join(f"<li>{escape(seat.name)}</li>" for seat in row.seats if seat is not row.you)
    return (
        f'<li><a class="gcard is-plain{" is-first" if first else ""}" href="{address(row.slug)}">'
        f'<span class="gcard-body"><span class="gcard-name">{escape(row.title)}</span>'
        f'<span class="gcard-what">{_progress(row)}</span>'
        f'<ul class="gcard-who">{others}</ul>{_clock(row, sprite, now)}</span></a></li>'
    )


def _clock(row: Row, sprite: str, now: datetime) -> str:
    if row.deadline_at is None or row.turn_since is None:
        return ""
    soon = " is-soon" if words.is_soon(row.turn_since, row.deadline_at, now) else ""
    share = words.share_left(row.turn_since, row.deadline_at, now)
    return (
        f'<span class="clock{soon}"><svg class="i-s" aria-hidden="true"><use href="{sprite}#i-clock"/></svg>'
        f"<span>{escape(words.left(row.deadline_at, now))}</span>"
        f'<time class="meta" datetime="{row.deadline_at.isoformat(timespec="minutes")}">'
        f"{words.moment(row.deadline_at, now)}</time></span>"
        f'<svg class="clock-bar{soon}" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect class="track" width="100" height="4"/><rect class="fill" width="{share}" height="4"/></svg>'
    )


def _past_row(row: Row, now: datetime) -> str:
    ended = words.day(row.ended_at, now) if row.ended_at else ""
    others = ", ".join(_opponent(seat) for seat in row.seats if seat is not row.you)
    score = row.you.score if row.you and row.you.score is not None else "–"
    return (
        f'<tr><th scope="row"><a href="{address(row.slug)}">{escape(row.title)}</a>'
        f'<span class="meta">{others}</span></th><td class="c-when">{ended}</td>'
        f'<td>{_place(row)}</td><td class="num-c">{score}</td></tr>'
    )


def _place(row: Row) -> str:
    if row.you is None or row.you.place is None:
        return _("being counted")
    place = words.place(row.you.place, row.size)
    return _("shared %(place)s", place=place) if row.you.place == 1 and row.shared_first else escape(place)


def _opponent(seat: Sitter) -> str:
    score = "" if seat.score is None else f" {seat.score}"
    if seat.person_id is None:
        return f"{escape(seat.name)}{score}"
    return f'<a href="{escape(reverse("profile", args=[seat.name]))}">{escape(seat.name)}</a>{score}'
