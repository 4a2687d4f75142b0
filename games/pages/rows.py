"""Rows of lists as HTML, joined from strings: a template for each row would cost many times as much.

Everything that people have written goes through `escape`; what is returned is safe.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import datetime
from functools import cache, lru_cache

from django.urls import reverse
from django.utils.translation import get_language, gettext, ngettext
from markupsafe import Markup, escape

from games import glimpses, timing
from games.clock.terms import Terms
from games.drawing.base import page_speaker
from games.glimpses import Asked, Glimpse
from games.lists import Row, Sitter
from games.pages import words
from games.pages.left import time_left
from games.pages.log import told
from games.pages.reader import sprite
from games.pages.terms_words import gate_tags, pace_line
from games.pages.variants import unusual
from games.pages.words import Times
from games.rules.registry import RULES
from games.translation import speaker

DOT = (
    '<svg class="i-s" viewBox="0 0 16 16" aria-hidden="true"><circle class="%s" cx="8" cy="8" r="5.5"/></svg>'
)

# A number stays on one line with what it counts.
BEFORE_UNIT = re.compile(r"(?<=\d) ")

NOTHING: Mapping[int, str] = {}

# The parts of a row or card that stay as they are.
Parts = tuple[str, str]

# So many cards show the pieces themselves; a full board of them is twelve kilobytes.
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


def open_rows(
    rows: Iterable[Row], viewer: int | None, own: bool = False, kept_out: Mapping[int, str] = NOTHING
) -> Markup:
    """Tables that have free seats, each with its seats and the way in.

    Among the viewer's `own` ones, those where the viewer does not sit are invitations. `kept_out` tells why
    the viewer cannot join, by the id of the table.
    """
    _ = texts()
    return Markup("".join([_open_row(row, viewer, own, kept_out.get(row.id, ""), _) for row in rows]))


def running_rows(rows: Iterable[Row], now: datetime) -> Markup:
    """Running games, each with whom it waits for."""
    _, times = texts(), Times(now)
    return Markup("".join([_running_row(row, times, None, _) for row in rows]))


def own_games(
    yours: Sequence[Row], others: Sequence[Row], asking: Collection[int], now: datetime
) -> tuple[Markup, Markup]:
    """The reader's running games, each with a picture of it and the scores.

    Those that wait for the reader are cards, the most urgent marked; those that wait for others are rows,
    as is one that stands still because its picture cannot be drawn. Those of these ids say that they are
    `asking` the reader something.
    """
    _, times = texts(), Times(now)
    asked = {
        row.slug: Asked(row.seq, row.you.number if row.you else 0, small=at >= min(PICTURED, len(yours)))
        for at, row in enumerate([*yours, *others])
    }
    seen = glimpses.glimpses(asked, sprite())
    asks = f'<span class="tag">{_("asks you")}</span>'
    asks_of = {row.id: asks for row in (*yours, *others) if row.id in asking}
    cards = [
        _card(row, seen[row.slug], times, row is yours[0], asks_of.get(row.id, ""), _)
        for row in yours
        if row.slug in seen
    ]
    unseen = [row for row in yours if row.slug not in seen]
    waiting = [
        _running_row(row, times, seen.get(row.slug), _, asks_of.get(row.id, "")) for row in (*unseen, *others)
    ]
    return Markup("".join(cards)), Markup("".join(waiting))


def stand_in_rows(rows: Iterable[Row], now: datetime) -> Markup:
    """The games in which the reader is asked to play for whoever is to act there."""
    _, times = texts(), Times(now)
    return Markup("".join([_stand_in_row(row, times, _) for row in rows]))


def _stand_in_row(row: Row, times: Times, _: Texts) -> str:
    title, name = escape(row.title), row.waits_for.name if row.waits_for else ""
    asked = _("Do you play for %(name)s from now on?", name=name)
    left = _left(row, row.deadline_at, times) if row.deadline_at else ""
    label = _("Answer at %(title)s", title=row.title)
    return (
        f'<li class="grow"><span class="grow-text"><b>{title}</b><span class="meta">{asked}</span></span>'
        f'<span class="grow-end"><span class="meta">{left}</span></span>'
        f'<a class="btn" href="{address(row.slug)}" aria-label="{label}">{_("Answer")}</a></li>'
    )


def past_rows(rows: Iterable[Row], now: datetime) -> Markup:
    """The rows of a table of ended games, as seen from the seat of the row's `you`."""
    _, times = texts(), Times(now)
    return Markup("".join([_past_row(row, times, _) for row in rows]))


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


def _open_row(row: Row, viewer: int | None, own: bool, why_not: str, _: Texts) -> str:
    title, free = escape(row.title), row.free
    titled = {"title": title}
    if row.you is not None and row.you.person_id == viewer:
        label, verb = _("Open %(title)s") % titled, _("Open")
    elif own:
        label, verb = _("Answer the invitation to %(title)s") % titled, _("Answer")
    elif why_not:
        label, verb = f"{escape(why_not)}: {title}", escape(why_not)
    else:
        label, verb = _("Join %(title)s") % titled, _("Join")
    pace, tags = _terms(_.language, row.rules, row.terms, tuple(row.options.items()), row.public)
    terms = {"game": escape(row.rules_name), "name": escape(row.opened_by), "pace": pace}
    opened = _("%(game)s by %(name)s · %(pace)s") if row.opened_by else "%(game)s · %(pace)s"
    return (
        f'<li class="grow"><span class="grow-text"><b>{title}</b><span class="meta">{opened % terms}</span>'
        f'{tags}</span><span class="grow-end">{_seats(_.language, row.size, free)}</span>'
        f'<a class="btn{" btn-quiet grow-why" if why_not else ""}" href="{address(row.slug)}" '
        f'aria-label="{label}">{verb}</a></li>'
    )


@lru_cache(maxsize=1024)
def _terms(
    language: str | None, rules: str, terms: Terms, options: tuple[tuple[str, str | bool], ...], public: bool
) -> tuple[str, str]:
    """The pace of a table in words; and tags for what is unusual about it: its options, who may join."""
    named = (*unusual(rules, dict(options)), *gate_tags(terms.gates))
    if not public:
        named = (*named, gettext("by link"))
    tags = "".join(f'<span class="tag">{escape(it)}</span>' for it in named)
    pace = BEFORE_UNIT.sub("\N{NO-BREAK SPACE}", pace_line(terms.pace))
    return escape(pace), f'<span class="tags">{tags}</span>' if tags else ""


@lru_cache(maxsize=128)
def _seats(language: str | None, size: int, free: int) -> str:
    """A dot for each seat, filled where somebody sits, and how many are free."""
    label = escape(gettext("%(taken)d of %(size)d seats taken") % {"taken": size - free, "size": size})
    dots = DOT % "on" * (size - free) + DOT % "off" * free
    said = escape(ngettext("%(n)d seat free", "%(n)d seats free", free) % {"n": free})
    picture = f'<span class="seatdots" role="img" aria-label="{label}">{dots}</span>'
    return f'{picture}<span class="meta">{said}</span>'


def _running_row(row: Row, times: Times, seen: Glimpse | None, _: Texts, asks: str = "") -> str:
    main, _none = _kept(_row_parts, row, seen, _) if seen else _row_parts(row, seen, _)
    return f'{main}<span class="grow-end">{asks}{_waiting(row, times, _)}</span></a></li>'


def _row_parts(row: Row, seen: Glimpse | None, _: Texts) -> Parts:
    """What stays in a row. Without a glimpse it has no scores, and no names where the title has them."""
    picture, players = "", f'<span class="meta">{_players(row)}</span>' if row.has_title else ""
    if seen:
        picture, players = f'<span class="grow-board">{seen.picture}</span>', _scores(row, seen)
    main = (
        f'<li class="grow"><a class="grow-main" href="{address(row.slug)}">{picture}<span class="grow-text">'
        f'<b>{escape(row.title)}</b><span class="meta">{_progress(row, _)}</span>{players}</span>'
    )
    return main, ""


def _kept(make: Callable[[Row, Glimpse, Texts], Parts], row: Row, seen: Glimpse, _: Texts) -> Parts:
    """What stays as it is at one position, for one reader; made once."""
    key = (make, _.language, row.title, row.seats, row.you)
    if key not in seen.kept:
        seen.kept[key] = make(row, seen, _)
    parts: Parts = seen.kept[key]
    return parts


def _scores(row: Row, seen: Glimpse) -> str:
    """Everybody with their score."""
    pairs = zip(row.seats, seen.scores, strict=True)
    each = [f'<li>{escape(seat.name)} <span class="num">{score}</span></li>' for seat, score in pairs]
    return f'<ul class="gcard-who">{"".join(each)}</ul>'


def _players(row: Row) -> str:
    return escape(", ".join([seat.name for seat in row.seats]))


def _progress(row: Row, _: Texts) -> str:
    game = escape(row.rules_name)
    if not row.turns_all:
        return game
    said = _("%(game)s, turn %(turn)d of about %(all)d")
    if RULES[row.rules].LENGTH_IS_KNOWN:
        said = _("%(game)s, turn %(turn)d of %(all)d")
    return said % {"game": game, "turn": min(row.turns_done + 1, row.turns_all), "all": row.turns_all}


def _waiting(row: Row, times: Times, _: Texts) -> str:
    waited = row.waits_for
    if waited is None:
        return f"<span>{_('being counted')}</span>"
    if row.you is not None and row.you.is_kept:
        kept = _("the house keeps your seat")
        return f'<span>{kept}</span><span class="meta">{_("come back whenever you like")}</span>'
    name = f"<b>{escape(waited.player)}</b>"
    plays = _("the house plays for %(name)s") if waited.keeper else _("waiting for %(name)s")
    said = plays % {"name": name}
    time = _left(row, row.deadline_at, times) if row.deadline_at else _no_deadline(row.still, _)
    return f'<span>{said}</span><span class="meta">{time}</span>'


def left(row: Row, now: datetime) -> str:
    """How much time is left for the turn of a game; nothing where it has no deadline."""
    return _left(row, row.deadline_at, Times(now)) if row.deadline_at else ""


def _left(row: Row, deadline: datetime, times: Times) -> str:
    """How much time is left, unless the table has agreed that none counts now."""
    return (
        texts()("paused") if timing.is_paused(row, times.now) else time_left(times.left(deadline), deadline)
    )


def _no_deadline(still: str, _: Texts) -> str:
    """Why a running game has no deadline, in a word or two."""
    words = {
        "house": _("soon"),
        "soft": _("no limit"),
        "deserted": _("nobody is left"),
        "stuck": _("stands still"),
    }
    return words.get(still, "")


def _card(row: Row, seen: Glimpse, times: Times, first: bool, asks: str, _: Texts) -> str:
    what, who = _kept(_card_parts, row, seen, _)
    when = f'<span class="when">{escape(times.ago(seen.latest.at))}</span>' if seen.latest else ""
    mark = " is-first" if first else ""
    return f'<li><a class="gcard{mark}" {what}{when}{who}{_clock(row, times, asks)}</span></a></li>'


def _card_parts(row: Row, seen: Glimpse, _: Texts) -> Parts:
    """What stays in a card, before and after the time of what happened last."""
    what = (
        f'href="{address(row.slug)}"><span class="gcard-board">{seen.picture}</span>'
        f'<span class="gcard-body"><span class="gcard-name">{escape(row.title)}</span>'
        f'<span class="meta">{_progress(row, _)}</span><span class="gcard-what">{_latest(row, seen)}'
    )
    return what, f"</span>{_scores(row, seen)}"


def _latest(row: Row, seen: Glimpse) -> Markup:
    """What happened last, as the row's person reads it."""
    if seen.latest is None:
        return Markup("")
    names = [seat.name for seat in row.seats]
    text = speaker(names, row.you.number if row.you else None)
    return told(seen.latest, page_speaker(text.gettext, ngettext, text.name, sprite()))


def _clock(row: Row, times: Times, asks: str) -> str:
    if row.deadline_at is None or row.turn_since is None:
        return f'<span class="clock"><span>{_no_deadline(row.still, texts())}</span>{asks}</span>'
    if timing.is_paused(row, times.now):
        return f'<span class="clock"><span>{texts()("paused")}</span>{asks}</span>'
    soon = " is-soon" if words.is_soon(row.turn_since, row.deadline_at, times.now) else ""
    share = words.share_left(row.turn_since, row.deadline_at, times.now)
    picture = f'<svg class="i-s" aria-hidden="true"><use href="{sprite()}#i-clock"/></svg>'
    return (
        f'<span class="clock{soon}">{picture}'
        f"<span>{_left(row, row.deadline_at, times)}</span>{asks}"
        f'<time class="meta" datetime="{row.deadline_at.isoformat(timespec="minutes")}">'
        f"{times.moment(row.deadline_at)}</time></span>"
        f'<svg class="clock-bar{soon}" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect class="track" width="100" height="4"/><rect class="fill" width="{share}" height="4"/></svg>'
    )


def _past_row(row: Row, times: Times, _: Texts) -> str:
    ended = times.day(row.ended_at) if row.ended_at else ""
    others = ", ".join([_opponent(seat) for seat in row.seats if seat is not row.you])
    terms = _("%(game)s with %(names)s") % {"game": escape(row.rules_name), "names": others}
    score = row.you.score if row.you and row.you.score is not None else "–"
    return (
        f'<tr><th scope="row"><a href="{address(row.slug)}">{escape(row.title)}</a>'
        f'<span class="meta">{terms}</span></th><td class="c-when">{ended}</td>'
        f'<td>{_place(row, _)}</td><td class="num-c">{score}</td></tr>'
    )


def _place(row: Row, _: Texts) -> str:
    if row.you is None or row.you.place is None:
        return _("without a winner") if row.status == "scored" else _("being counted")
    return _placed(_.language, row.you.place, row.size, row.you.place == 1 and row.shared_first)


@lru_cache(maxsize=256)
def _placed(language: str | None, place: int, size: int, shared: bool) -> str:
    said = words.place(place, size)
    return escape(gettext("shared %(place)s") % {"place": said} if shared else said)


def _opponent(seat: Sitter) -> str:
    name = escape(seat.name) if seat.person_id is None else profile_link(seat.name)
    return name if seat.score is None else f"{name} {seat.score}"
