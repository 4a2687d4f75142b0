"""Rows of lists as HTML, joined from strings: a template for each row would cost many times as much.

Everything that people have written goes through `escape`; what is returned is safe.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import cache, lru_cache

from django.urls import reverse
from django.utils.translation import get_language, gettext, ngettext
from markupsafe import Markup, escape

from games import tables
from games.lists import Row, Sitter
from games.pages import words
from games.rules.registry import RULES

DOT = (
    '<svg class="i-s" viewBox="0 0 16 16" aria-hidden="true"><circle class="%s" cx="8" cy="8" r="5.5"/></svg>'
)

# So many cards show the lanterns themselves; a full lake of them is twelve kilobytes.
PICTURED = 3


class Texts(dict[str, str]):
    """Texts of ours in one language, safe in HTML, each looked up once."""

    def __init__(self, language: str | None) -> None:
        self.language = language

    def __missing__(self, text: str) -> str:
        said = self[text] = str(escape(gettext(text)))
        return said

    def __call__(self, text: str, **args: object) -> str:
        """A text with arguments that may be anything."""
        return self[text] % {name: escape(value) for name, value in args.items()} if args else self[text]


def texts() -> Texts:
    """The texts in the reader's language, as long as that is the active one."""
    return _texts(get_language())


@cache
def _texts(language: str | None) -> Texts:
    return Texts(language)


def open_rows(rows: Iterable[Row], viewer: int | None) -> Markup:
    """Tables that have free seats, each with its seats and the way in."""
    _ = texts()
    return Markup("".join([_open_row(row, viewer, _) for row in rows]))


def running_rows(rows: Iterable[Row], now: datetime) -> Markup:
    """Running games, each with whom it waits for."""
    _ = texts()
    return Markup("".join([_running_row(row, now, _) for row in rows]))


def cards(rows: Sequence[Row], sprite: str, now: datetime) -> Markup:
    """The games that wait for the reader, the most urgent marked; each with a picture of it."""
    _ = texts()
    asked = [(row.slug, (row.seq, row.you.number if row.you else 0)) for row in rows]
    pictures = tables.thumbnails(dict(asked[:PICTURED]), sprite, small=False)
    pictures |= tables.thumbnails(dict(asked[PICTURED:]), sprite, small=True)
    drawn = [_card(row, pictures.get(row.slug, ""), sprite, now, row is rows[0], _) for row in rows]
    return Markup("".join(drawn))


def past_rows(rows: Iterable[Row], now: datetime) -> Markup:
    """The rows of a table of ended games, as seen from the seat of the row's `you`."""
    _ = texts()
    return Markup("".join([_past_row(row, now, _) for row in rows]))


@lru_cache(maxsize=4096)
def profile_link(name: str) -> str:
    """A name that leads to its person."""
    return f'<a href="{escape(reverse("profile", args=[name]))}">{escape(name)}</a>'


def address(slug: str) -> str:
    """The address of a table, without the cost of `reverse` for each row."""
    before, after = _around_slug()
    return before + slug + after


@cache
def _around_slug() -> tuple[str, str]:
    before, _slug, after = reverse("table", args=["SLUG"]).partition("SLUG")
    return before, after


def _open_row(row: Row, viewer: int | None, _: Texts) -> str:
    title, free = escape(row.title), row.free
    if row.you is not None and row.you.person_id == viewer:
        label, verb = _("Open %(title)s"), _("Open")
    else:
        label, verb = _("Join %(title)s"), _("Join")
    pace, tags = _terms(_.language, row.rules, row.pace_days, tuple(row.options.items()), row.public)
    terms = {"game": escape(row.rules_name), "name": escape(row.opened_by), "pace": pace}
    opened = _("%(game)s by %(name)s · %(pace)s") if row.opened_by else "%(game)s · %(pace)s"
    return (
        f'<li class="grow"><span class="grow-text"><b>{title}</b><span class="meta">{opened % terms}</span>'
        f'{tags}</span><span class="grow-end">{_seats(_.language, row.size, free)}</span>'
        f'<a class="btn" href="{address(row.slug)}" aria-label="{label % {"title": title}}">{verb}</a></li>'
    )


@lru_cache(maxsize=1024)
def _terms(
    language: str | None, rules: str, pace: int, options: tuple[tuple[str, str | bool], ...], public: bool
) -> tuple[str, str]:
    """The pace of a table in words; and tags for what is unusual about it: options other than the default."""
    named = [
        f"{tables.said(option.label)}: {tables.said(words_of).partition(':')[0]}"
        for option in RULES[rules].OPTIONS
        for value, words_of in option.choices
        if value == dict(options).get(option.name) and value != option.default
    ]
    if not public:
        named.append(gettext("by link"))
    tags = "".join(f'<span class="tag">{escape(it)}</span>' for it in named)
    said = f'<span class="num">{escape(words.pace(pace))}</span>'
    return said, f'<span class="tags">{tags}</span>' if tags else ""


@lru_cache(maxsize=128)
def _seats(language: str | None, size: int, free: int) -> str:
    """A dot for each seat, filled where somebody sits, and how many are free."""
    label = escape(gettext("%(taken)d of %(size)d seats taken") % {"taken": size - free, "size": size})
    dots = DOT % "on" * (size - free) + DOT % "off" * free
    said = escape(ngettext("%(n)d seat free", "%(n)d seats free", free) % {"n": free})
    picture = f'<span class="seatdots" role="img" aria-label="{label}">{dots}</span>'
    return f'{picture}<span class="meta">{said}</span>'


def _running_row(row: Row, now: datetime, _: Texts) -> str:
    with_whom = f'<span class="meta">{_others(row)}</span>' if row.has_title else ""
    return (
        f'<li class="grow"><a class="grow-main" href="{address(row.slug)}">'
        f'<span class="grow-text"><b>{escape(row.title)}</b><span class="meta">{_progress(row, _)}</span>'
        f'{with_whom}</span><span class="grow-end">{_waiting(row, now, _)}</span></a></li>'
    )


def _others(row: Row) -> str:
    return escape(", ".join([seat.name for seat in row.seats if seat is not row.you]))


def _progress(row: Row, _: Texts) -> str:
    game = escape(row.rules_name)
    if not row.turns_all:
        return game
    turn = min(row.turns_done + 1, row.turns_all)
    return _("%(game)s, turn %(turn)d of %(all)d") % {"game": game, "turn": turn, "all": row.turns_all}


def _waiting(row: Row, now: datetime, _: Texts) -> str:
    waited = row.waits_for
    if waited is None:
        return f"<span>{_('being counted')}</span>"
    name = f"<b>{escape(waited.name)}</b>"
    said = _("your turn") if row.your_turn else _("waiting for %(name)s") % {"name": name}
    time = _("soon") if waited.bot else escape(words.left(row.deadline_at, now)) if row.deadline_at else ""
    return f'<span>{said}</span><span class="meta">{time}</span>'


def _card(row: Row, picture: str, sprite: str, now: datetime, first: bool, _: Texts) -> str:
    others = "".join([f"<li>{escape(seat.name)}</li>" for seat in row.seats if seat is not row.you])
    return (
        f'<li><a class="gcard{" is-first" if first else ""}" href="{address(row.slug)}">'
        f'<span class="gcard-lake">{picture}</span>'
        f'<span class="gcard-body"><span class="gcard-name">{escape(row.title)}</span>'
        f'<span class="gcard-what">{_progress(row, _)}</span>'
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


def _past_row(row: Row, now: datetime, _: Texts) -> str:
    ended = words.day(row.ended_at, now) if row.ended_at else ""
    others = ", ".join([_opponent(seat) for seat in row.seats if seat is not row.you])
    score = row.you.score if row.you and row.you.score is not None else "–"
    return (
        f'<tr><th scope="row"><a href="{address(row.slug)}">{escape(row.title)}</a>'
        f'<span class="meta">{others}</span></th><td class="c-when">{ended}</td>'
        f'<td>{_place(row, _)}</td><td class="num-c">{score}</td></tr>'
    )


def _place(row: Row, _: Texts) -> str:
    if row.you is None or row.you.place is None:
        return _("being counted")
    return _placed(_.language, row.you.place, row.size, row.you.place == 1 and row.shared_first)


@lru_cache(maxsize=256)
def _placed(language: str | None, place: int, size: int, shared: bool) -> str:
    said = words.place(place, size)
    return escape(gettext("shared %(place)s") % {"place": said} if shared else said)


def _opponent(seat: Sitter) -> str:
    name = escape(seat.name) if seat.person_id is None else profile_link(seat.name)
    return name if seat.score is None else f"{name} {seat.score}"
