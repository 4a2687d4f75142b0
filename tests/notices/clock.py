"""What the scenes of the clock begin with: turns that run out, what is asked, what is left to tell."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from games.actions import absence, ending, votes, watch
from games.clock.terms import DAY, SOFT, STAND_IN, VOTE, Absence, Pace, Terms
from games.models import Game, Notice, Person, Question
from games.notices.compose import NotSent, compose
from tests.notices.scenes import LATER, played

HOUR = timedelta(hours=1)
AT_ONCE = Terms(absence=Absence(after=1))
SOFTLY = Terms(Pace(kind=SOFT))
STANDING_IN = Terms(absence=Absence(then=STAND_IN))
VOTING = Terms(absence=Absence(then=VOTE))
SLOWER = Terms(Pace(turn=7 * DAY, weekends_off=True))


def left_for(name: str, kind: str) -> Notice:
    """What the verbs have left in the outbox of this kind for somebody; alone, as when it leaves at once."""
    notice = (
        Notice.objects.select_related("person", "game").filter(person__username=name, kind=kind).latest("id")
    )
    Notice.objects.exclude(id=notice.id).delete()
    return notice


def id_of(name: str) -> int:
    """The number of somebody of the cast."""
    return Person.objects.get(username=name).id


def run_out(game: Game) -> datetime:
    """The turn that runs is not taken; gives when its time was over."""
    game.refresh_from_db()
    assert game.deadline_at is not None
    at = game.deadline_at
    assert absence.time_out(game.id, at)
    game.refresh_from_db()
    return at


def ask(game: Game, kind: str, now: datetime = LATER, **what: Any) -> Question:
    """Tomas asks the table for something."""
    return votes.propose(game.id, id_of("tomas"), kind, now, **what)


def agree(game: Game, question: Question, now: datetime = LATER) -> None:
    """All others say yes, mei last."""
    for name in ("ines", "joon", "mei"):
        votes.answer(game.id, id_of(name), question.id, True, now)


def away_with_stand_in() -> Game:
    """A game of three in which the time of joon has run out, for whom mei may play."""
    game = played(5, terms=STANDING_IN, seats=3)
    mei = Person.objects.get(username="mei")
    Person.objects.filter(username="joon").update(stand_in=mei)
    run_out(game)
    return game


def stood_in() -> Game:
    """The same, where mei plays now."""
    game = away_with_stand_in()
    absence.accept_stand_in(game.id, id_of("mei"), game_time(game))
    game.refresh_from_db()
    return game


def game_time(game: Game) -> datetime:
    """An hour after somebody has been asked."""
    game.refresh_from_db()
    assert game.clock_at is not None
    return game.clock_at + HOUR


def deserted() -> Game:
    """A game of two whose seats the house keeps, both."""
    game = played(2, terms=AT_ONCE, seats=2)
    run_out(game)
    run_out(game)
    assert game.still == Game.Still.DESERTED
    return game


def warn(game: Game) -> None:
    """The sweep says that the end comes near."""
    game.refresh_from_db()
    assert game.warn_at is not None
    assert ending.abandon(game.id, game.warn_at)


def frozen() -> Game:
    """A game with a fault."""
    game = played(6)
    watch.freeze(game, "Seat 2 is to act and has no legal move.", LATER)
    return game


def mail_of(notice: Notice, now: datetime) -> str:
    """What the mail of a notice says, in one line."""
    return " ".join(str(compose(notice, now).body).split())


def is_sent(notice: Notice, now: datetime = LATER) -> bool:
    """Whether a notice is still true."""
    try:
        compose(notice, now)
    except NotSent as nothing:
        assert nothing.status == "overtaken"
        return False
    return True
