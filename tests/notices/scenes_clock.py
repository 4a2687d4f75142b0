"""Mails of the clock, as the verbs leave them: of turns, and of seats that change hands."""

from __future__ import annotations

from collections.abc import Callable

from games.actions import absence, nudges, play
from games.clock.terms import Pace, Terms
from games.models import Notice, Person, Seat
from tests.notices.clock import (
    AT_ONCE,
    HOUR,
    SOFTLY,
    STANDING_IN,
    agree,
    ask,
    game_time,
    id_of,
    left_for,
    run_out,
    stood_in,
)
from tests.notices.scenes import LATER, member, notice_for, played


def turn_soft():
    """Nobody's time runs out."""
    game = played(6, terms=SOFTLY)
    return notice_for("joon", "turn", game, seq=game.seq)


def turn_at_night():
    """The clock stands still, since it is night where the reader is."""
    game = played(6, terms=Terms(Pace(waking_hours=True)))
    return notice_for("joon", "turn", game, seq=game.seq)


def turn_last_chance():
    """Once more, and the house keeps the seat."""
    game = played(6)
    Seat.objects.filter(game=game, number=2).update(missed=1)
    return notice_for("joon", "turn", game, seq=game.seq)


def turn_before_a_holiday():
    """Rather than run out of time, the reader takes a day of holiday; after that, a stand-in is asked."""
    game = played(6, terms=STANDING_IN)
    Person.objects.filter(username="joon").update(away_by_itself=True, stand_in=member("noor"))
    return notice_for("joon", "turn", game, seq=game.seq)


def turn_after_kept():
    """The house keeps the seat of whoever was to play before, and there was a pause."""
    game = played(6, terms=AT_ONCE)
    agree(game, ask(game, "pause", days=2))
    run_out(game)
    return left_for("mei", "turn")


def turn_for_another():
    """It is the turn of somebody for whom the reader stands in."""
    game = stood_in()
    return notice_for("mei", "turn", game, seq=5)


def reminder_soft():
    """Nobody's time runs out, but the others have waited for a while."""
    game = played(6, terms=SOFTLY)
    assert game.remind_at is not None
    play.remind(game.id, game.remind_at)
    return left_for("joon", "reminder")


def timeout_kept_own():
    """The house keeps the reader's seat."""
    run_out(played(6, terms=AT_ONCE))
    return left_for("joon", "timeout")


def timeout_kept_other():
    """The house keeps somebody else's seat."""
    run_out(played(6, terms=AT_ONCE))
    return left_for("ines", "timeout")


def nudge():
    """Somebody asks after the reader's turn."""
    game = played(6)
    nudges.nudge(game.id, id_of("ines"), "no-hurry", LATER + 40 * HOUR)
    return left_for("joon", "nudge")


def nudge_soft():
    """The same where nobody's time runs out."""
    game = played(6, terms=SOFTLY)
    nudges.nudge(game.id, id_of("ines"), "all-well", LATER + 40 * HOUR)
    return left_for("joon", "nudge")


def news_kept():
    """The house keeps a seat, in a game of four."""
    run_out(played(6, terms=AT_ONCE))
    return left_for("ines", "news")


def news_kept_own():
    """The house keeps the reader's seat."""
    run_out(played(6, terms=AT_ONCE))
    return left_for("joon", "news")


def news_kept_of_two():
    """The other one of two stays away, and it is the reader's turn."""
    run_out(played(3, terms=AT_ONCE, seats=2))
    return left_for("tomas", "news")


def news_returned():
    """Somebody takes the seat back that the house kept."""
    game = played(6, terms=AT_ONCE)
    absence.come_back(game.id, id_of("joon"), run_out(game) + HOUR)
    return left_for("ines", "news")


def news_returned_to_stand_in():
    """Somebody takes the seat back at which the reader played."""
    game = stood_in()
    absence.come_back(game.id, id_of("joon"), game_time(game))
    return left_for("mei", "news")


def news_resigned():
    """Somebody gives up."""
    game = played(6)
    absence.resign(game.id, id_of("joon"), LATER)
    return left_for("ines", "news")


def news_stands_in():
    """Somebody plays for another of the table."""
    stood_in()
    return left_for("ines", "news")


def news_stands_in_for_you():
    """Somebody plays for the reader."""
    stood_in()
    return left_for("joon", "news")


def news_stepped_down():
    """Somebody stops playing for another of the table."""
    game = stood_in()
    absence.decline_stand_in(game.id, id_of("mei"), game_time(game))
    return left_for("ines", "news")


def news_stepped_down_own():
    """Somebody stops playing for the reader, whose turn it is."""
    game = stood_in()
    absence.decline_stand_in(game.id, id_of("mei"), game_time(game))
    return left_for("joon", "news")


def news_released():
    """A turn that the reader was to play for another has run out."""
    run_out(stood_in())
    return left_for("mei", "news")


def away(name: str) -> Notice:
    """What somebody is told of the day of holiday that joon takes, since his time has run out."""
    game = played(6)
    Person.objects.filter(username="joon").update(away_by_itself=True)
    run_out(game)
    return left_for(name, "news")


def news_away():
    """Somebody takes a day of holiday by itself."""
    return away("ines")


def news_away_own():
    """The reader does."""
    return away("joon")


def news_time():
    """Somebody gives the reader more time."""
    game = played(6)
    nudges.give_time(game.id, id_of("mei"), LATER + HOUR)
    return left_for("joon", "news")


SCENES: tuple[Callable[[], Notice], ...] = (
    *(turn_soft, turn_at_night, turn_last_chance, turn_before_a_holiday, turn_after_kept, turn_for_another),
    *(reminder_soft, timeout_kept_own, timeout_kept_other, nudge, nudge_soft),
    *(news_kept, news_kept_own, news_kept_of_two, news_returned, news_returned_to_stand_in, news_resigned),
    *(news_stands_in, news_stands_in_for_you, news_stepped_down, news_stepped_down_own),
    news_released,
    *(news_away, news_away_own, news_time),
)
