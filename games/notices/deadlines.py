"""The calendar of deadlines: one event for each game that waits for its reader, as long as time runs there.

An event keeps its name (UID) over all turns of a game. Whatever moves a deadline stands in the game's log, so
the number of the log (SEQUENCE) has risen then, and a calendar moves the event rather than showing it twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.conf import settings
from django.utils.translation import gettext as _
from icalendar import Alarm, Calendar, Event, vDuration, vText

from games import lists
from games.addresses import absolute, url_of
from games.clock.words import when_it_runs_out
from games.lists import Row
from games.models import Game, Person
from games.notices.compose import as_read_by
from games.notices.feed import muted_tables
from games.notices.headlines import headline_of_turn, until
from games.translation import said

# The event ends with the deadline; a moment alone would hardly be seen.
SHOWN_FOR = timedelta(minutes=30)
# Who has not said when to be reminded is so long before.
USUAL_LEAD = timedelta(hours=1)
# How often a calendar is asked to look again.
LOOK_AGAIN = timedelta(minutes=15)
MOST = 200


def calendar(person: Person) -> bytes:
    """The deadlines of the person's own turns, in their language. Three queries."""
    games = waiting(person)
    rows = lists.rows_by_id([it.id for it in games], person)
    with as_read_by(person):
        made = _empty(person)
        for game in games:
            made.add_component(_event(game, rows[game.id], person))
        return bytes(made.to_ical())


def waiting(person: Person) -> list[Game]:
    """The games that wait for a person and have a deadline, the nearest first."""
    games = Game.objects.filter(waits_for=person, status=Game.Status.RUNNING, still="")
    games = games.filter(deadline_at__isnull=False).exclude(id__in=muted_tables(person))
    return list(games.order_by("deadline_at", "id")[:MOST])


def _empty(person: Person) -> Calendar:
    name = _("%(site)s: deadlines of %(name)s") % {"site": settings.SITE_NAME, "name": person.username}
    made = Calendar()
    made.add("version", "2.0")
    made.add("prodid", f"-//{settings.SITE_NAME}//deadlines//EN")
    made.add("method", "PUBLISH")
    made.add("name", vText(name))
    made.add("x-wr-calname", vText(name))
    made.add("refresh-interval", LOOK_AGAIN, parameters={"VALUE": "DURATION"})
    made.add("x-published-ttl", vDuration(LOOK_AGAIN))
    return made


def _event(game: Game, row: Row, person: Person) -> Event:
    assert game.deadline_at is not None and game.turn_since is not None, "a turn runs"
    url, summary = absolute(url_of(row.slug)), headline_of_turn(row)
    made = Event()
    made.add("uid", f"turn.{game.id}.{person.pk}@{settings.SITE_HOST}")
    made.add("sequence", game.seq)
    made.add("dtstamp", game.reckoned_at)
    made.add("last-modified", game.reckoned_at)
    made.add("dtstart", max(game.deadline_at - SHOWN_FOR, min(game.turn_since, game.deadline_at)))
    made.add("dtend", game.deadline_at)
    made.add("summary", summary)
    made.add("description", _description(game.deadline_at, row, url))
    made.add("url", url)
    made.add("transp", "TRANSPARENT")
    for lead in _leads(person, game.deadline_at - game.turn_since):
        made.add_component(_alarm(lead, summary))
    return made


def _description(deadline: datetime, row: Row, url: str) -> str:
    then = when_it_runs_out(row.terms.absence, row.terms.pace.more, row.size)
    what_if = " ".join([_("If somebody’s time runs out:"), *(said(it) for it in then)])
    return "\n".join([until(deadline), what_if, url])


def _leads(person: Person, whole: timedelta) -> Iterator[timedelta]:
    """How long before the end of a turn its player is reminded, as far as it then has begun."""
    leads = [USUAL_LEAD] if person.leads is None else [timedelta(hours=it) for it in person.leads]
    return (it for it in leads if it < whole)


def _alarm(lead: timedelta, words: str) -> Alarm:
    made = Alarm()
    made.add("action", "DISPLAY")
    made.add("description", words)
    made.add("trigger", -lead, parameters={"RELATED": "END"})
    return made
