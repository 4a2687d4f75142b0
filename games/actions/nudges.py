"""The verbs of kindness: a nudge for whoever the game waits for, and more time.

A nudge is one of a few fixed phrases, once a turn from the whole table, and lets nobody wake up by it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _

from games import store, timing
from games.actions import Refused
from games.actions.play import MovedOn, seat_of, sitter_of
from games.actions.settling import Playing, playing, save
from games.clock.calendar import EVERY_DAY, Calendar, Week, read_week
from games.models import Event, Game, Notice, Person, Question
from games.models.rows import SeatRow, seats_of
from games.notices.outbox import NewNotice, enqueue
from games.notices.phrases import PHRASES
from games.store import Aside, Loaded

# So often may a turn be given more time, by all together.
MOST_GIVEN = 3
# Nobody is told of a nudge in their night, which is this where they have not said more.
MORNING, EVENING = 8 * 60, 22 * 60
# Hours that never meet the day in a week never do.
A_WEEK = timedelta(days=8)


class Nudging(NamedTuple):
    """Why somebody cannot nudge now, or give time (None where they can), and the phrases to choose from.

    `given` is how often this turn has been given time.
    """

    refusal: str | None
    phrases: dict[str, str]
    time_refusal: str | None
    given: int = 0


@transaction.atomic
def nudge(game_id: int, person_id: int, phrase: str, now: datetime, moved: int | None = None) -> None:
    """Say something kind to whoever the game waits for; they are told when it is day for them.

    `moved` is the last event of a turn that the form knew of, where there was a form. What the same seat has
    said in this turn is not said again. Raises Refused.
    """
    it = playing(game_id, now)
    _must_wait_still(it, moved)
    giver = sitter_of(it.game, it.seats, person_id)
    if (giver.number, phrase) in ((said.seat, said.text) for said in _in_this_turn(it, Event.Kind.NUDGE)):
        return
    if phrase not in PHRASES:
        raise Refused(_("Choose one of the phrases."))
    if (why := nudge_refusal(it.game, it.seats, it.position, person_id, now)) is not None:
        raise Refused(why)
    it.note(Event.Kind.NUDGE, giver.number, phrase)
    save(it)
    assert it.game.waits_for_id is not None, "the game waits for a person"
    began = store.turn_began(it.position, it.row.number)
    data = {"phrase": phrase, "seat": giver.number, "seq": began}
    due = wakes_at(Person.objects.get(id=it.game.waits_for_id), now)
    _tell(it, Notice.Kind.NUDGE, f"{game_id}/{began}", data, due)


@transaction.atomic
def give_time(
    game_id: int, person_id: int, now: datetime, moved: int | None = None, given: int | None = None
) -> None:
    """Give whoever the game waits for a day more, or one more turn's time where all are here.

    Comes in time until a sweep has claimed the time-out, even after the deadline. Where there was a form,
    `moved` is the last event of a turn that it knew of, and `given` how often this turn had been given time:
    a form that comes twice gives once. Raises Refused.
    """
    it = playing(game_id, now)
    _must_wait_still(it, moved)
    giver = sitter_of(it.game, it.seats, person_id)
    if given is not None and given < len(_in_this_turn(it, Event.Kind.TIME)):
        return
    if (why := time_refusal(it.game, it.seats, it.position, person_id)) is not None:
        raise Refused(why)
    game, span = it.game, it.game.agreed.pace.more
    timing.fold(game, it.row, now, span)
    timing.reckon(game, it.row, now)
    it.note(Event.Kind.TIME, giver.number, str(int(span.total_seconds())))
    save(it)
    _tell(it, Notice.Kind.NEWS, f"{game_id}/{it.position.seq}", {"event": "time", "seat": giver.number}, now)


def nudging(game_id: int, person_id: int, now: datetime) -> Nudging:
    """What somebody's page offers them towards whoever the game waits for. Writes nothing.

    Raises Game.DoesNotExist.
    """
    game, seats = Game.objects.get(id=game_id), seats_of(game_id)
    phrases = {key: str(phrase) for key, phrase in PHRASES.items()}
    try:
        sitter_of(game, seats, person_id)
    except Refused as refusal:
        return Nudging(refusal.sentence, phrases, refusal.sentence)
    position = store.load(game)
    given = 0 if game.to_act is None else len(since_turn_began(position, game.to_act, Event.Kind.TIME))
    return Nudging(
        nudge_refusal(game, seats, position, person_id, now),
        phrases,
        time_refusal(game, seats, position, person_id),
        given,
    )


def nudge_refusal(
    game: Game, seats: Sequence[SeatRow], position: Loaded, person_id: int, now: datetime
) -> str | None:
    """Why somebody who sits at a running game cannot nudge now; None where they can."""
    if (why := _is_no_other(game, seats, person_id)) is not None:
        return why
    assert game.to_act is not None, "a running game waits for somebody"
    row = seats[game.to_act]
    if (why := _somebody_is_asked(game, row)) is not None:
        return why
    if since_turn_began(position, row.number, Event.Kind.NUDGE):
        return _("Somebody has nudged in this turn already.")
    if (why := _stands_still(game, row, now)) is not None:
        return why
    if timing.left(game, row, now) > game.agreed.pace.budget(row.bank) / 2:
        return _("It is too soon: nudge once half of the time for this turn has gone.")
    return None


def time_refusal(game: Game, seats: Sequence[SeatRow], position: Loaded, person_id: int) -> str | None:
    """Why somebody who sits at a running game cannot give time now; None where they can."""
    if (why := _is_no_other(game, seats, person_id)) is not None:
        return why
    assert game.to_act is not None, "a running game waits for somebody"
    row = seats[game.to_act]
    if game.still:
        return _("Nobody’s time runs out here.")
    if (why := _somebody_is_asked(game, row)) is not None:
        return why
    if len(since_turn_began(position, row.number, Event.Kind.TIME)) >= MOST_GIVEN:
        return _("This turn has been given more time three times already.")
    return None


def since_turn_began(position: Loaded, seat: int, kind: str) -> list[Aside]:
    """What has happened of this kind beside the turn of the seat to act."""
    began = store.turn_began(position, seat)
    return [it for it in position.asides if it.seq > began and it.kind == kind]


def _in_this_turn(it: Playing, kind: str) -> list[Aside]:
    return since_turn_began(it.position, it.row.number, kind)


def wakes_at(person: Person, now: datetime) -> datetime:
    """The first moment, from now on, that is neither night for a person nor outside their own hours.

    Who is up at night only is told in the hours that they have named.
    """
    zone = person.time_zone or "UTC"
    day = Calendar(Week(zone, EVERY_DAY, MORNING, EVENING))
    own = Calendar(read_week({**person.hours, "zone": zone})) if person.hours else day
    at = now
    while not (day.runs_at(at) and own.runs_at(at)):
        at = own.resumes_at(day.resumes_at(at))
        if at - now > A_WEEK:
            return own.resumes_at(now)
    return at


def _must_wait_still(it: Playing, moved: int | None) -> None:
    """Refuse what was meant for somebody who has played in the meantime."""
    if moved is not None and moved != it.position.moved:
        raise MovedOn


def _is_no_other(game: Game, seats: Sequence[SeatRow], person_id: int) -> str | None:
    """Why a person is not one who waits for another here; None where they are."""
    own = seat_of(seats, person_id)
    if own is None or own.player_id != person_id:
        return _("Your stand-in plays for you: come back first.")
    if game.waits_for_id == person_id:
        return _("It is your own turn.")
    if game.waits_for_id is None:
        return _("The house is to play: nobody has to wait for it.")
    return None


def _somebody_is_asked(game: Game, row: SeatRow) -> str | None:
    """What is waited for instead of the turn, whose time has run out; None where nothing is."""
    if row.deputy_id is not None and row.deputy_since is None:
        return _("The time has run out, and a stand-in has been asked to play.")
    if game.questions.filter(kind=Question.Kind.ABSENT, status=Question.Status.OPEN).exists():
        return _("The time has run out, and you are asked what is to happen.")
    return None


def _stands_still(game: Game, row: SeatRow, now: datetime) -> str | None:
    """Why nobody is expected to play just now; None where somebody is."""
    if not any(since <= now < until for since, until in timing.calendar_of(game, row).still):
        return None
    if timing.is_paused(game, now):
        return _("The table is paused, and nobody’s time runs.")
    return _("%(name)s is on holiday, and that clock stands still.") % {"name": row.username}


def _tell(it: Playing, kind: str, key: str, data: dict[str, object], due: datetime) -> None:
    """Put it into the outbox for whoever the game waits for."""
    enqueue([NewNotice(it.game.waits_for_id, kind, key, it.game.id, data, due)], it.now)
