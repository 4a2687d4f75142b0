"""Mails of the clock, as the verbs leave them: of those who are away, of what a table decides, of faults."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from games.actions import absence, ending, nudges, play, votes, watch
from games.clock.terms import DAY, SOFT, STAND_IN, VOTE, Absence, Pace, Terms
from games.models import Game, Notice, Person, Question, Seat
from tests.notices.scenes import LATER, notice_for, played

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


# ---------------------------------------------------------------- turns


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
    Person.objects.filter(username="joon").update(away_by_itself=True)
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


# ---------------------------------------------------------------- seats that change hands


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


def away(name: str) -> Notice:
    """What somebody is told of the day of holiday that joon takes, since his time has run out."""
    game = played(6)
    Person.objects.filter(username="joon").update(away_by_itself=True)
    at = run_out(game)
    notice = notice_for(name, "news", game, event="away", seat=2)
    notice.created_at = at
    notice.save()
    return notice


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


# ---------------------------------------------------------------- what the table decides


def news_pause():
    """All have agreed to pause."""
    game = played(6)
    agree(game, ask(game, "pause", days=3))
    return left_for("ines", "news")


def news_pause_on_turn():
    """The same, in the reader's turn."""
    game = played(6)
    agree(game, ask(game, "pause", days=3))
    return left_for("joon", "news")


def news_resume():
    """All have agreed to end the pause."""
    game = played(6)
    agree(game, ask(game, "pause", days=3))
    agree(game, ask(game, "resume", LATER + DAY), LATER + DAY)
    return left_for("ines", "news")


def news_terms():
    """All have agreed on other terms."""
    game = played(6)
    agree(game, ask(game, "terms", terms=SLOWER))
    return left_for("ines", "news")


def refused(kind: str, **what: Any) -> Notice:
    """Somebody says no to what the reader has asked."""
    game = played(6)
    if kind == "resume":
        agree(game, ask(game, "pause", days=3))
    question = ask(game, kind, **what)
    votes.answer(game.id, id_of("mei"), question.id, False, LATER)
    return left_for("tomas", "news")


def news_refused_pause():
    """Somebody does not want a pause."""
    return refused("pause", days=3)


def news_refused_resume():
    """Somebody does not want to end the pause."""
    return refused("resume")


def news_refused_terms():
    """Somebody does not want other terms."""
    return refused("terms", terms=SLOWER)


def news_refused_end():
    """Somebody does not want to end the game."""
    return refused("end")


def question_pause():
    """Shall there be a pause?"""
    ask(played(6), "pause", days=3)
    return left_for("ines", "question")


def question_resume():
    """Shall the pause end?"""
    game = played(6)
    agree(game, ask(game, "pause", days=3))
    ask(game, "resume", LATER + DAY)
    return left_for("ines", "question")


def question_terms():
    """Shall there be other terms?"""
    ask(played(6), "terms", terms=SLOWER)
    return left_for("ines", "question")


def question_end():
    """Shall the game end?"""
    ask(played(6), "end")
    return left_for("ines", "question")


def question_absent():
    """What shall happen without somebody?"""
    run_out(played(6, terms=VOTING))
    return left_for("ines", "question")


def question_stand_in():
    """Will the reader, who has no seat, play for somebody?"""
    away_with_stand_in()
    return left_for("mei", "question")


# ---------------------------------------------------------------- the end, and what threatens it


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


def warning_deserted():
    """Nobody who plays is left."""
    warn(deserted())
    return left_for("ines", "warning")


def warning_last():
    """The same, a day before."""
    game = deserted()
    warn(game)
    warn(game)
    return left_for("ines", "warning")


def warning_soft():
    """Nobody has moved for long, where nobody's time runs out; it is somebody else's turn."""
    warn(played(6, terms=SOFTLY))
    return left_for("ines", "warning")


def warning_soft_on_turn():
    """The same, and it is the reader's turn."""
    warn(played(6, terms=SOFTLY))
    return left_for("joon", "warning")


def frozen() -> Game:
    """A game with a fault."""
    game = played(6)
    watch.freeze(game, "Seat 2 is to act and has no legal move.", LATER)
    return game


def stuck():
    """What players hear of a fault."""
    frozen()
    return left_for("ines", "stuck")


def stuck_staff():
    """What the staff hears of a fault."""
    game = played(6, seats=3)
    Person.objects.filter(username="mei").update(is_staff=True)
    watch.freeze(game, "Seat 2 is to act and has no legal move.", LATER)
    return left_for("mei", "stuck")


def scored(game: Game, name: str, now: datetime = LATER) -> Notice:
    """What somebody is told of the end."""
    assert play.score(game.id, now)
    return left_for(name, "result")


def result_resigned():
    """The other one of two has given up."""
    game = played(5, seats=2)
    absence.resign(game.id, id_of("ines"), LATER)
    return scored(game, "tomas")


def result_left():
    """The other one has taken the win, since the reader stayed away."""
    game = played(5, terms=AT_ONCE, seats=2)
    absence.take_win(game.id, id_of("tomas"), run_out(game) + HOUR)
    return scored(game, "ines", LATER + 4 * DAY)


def result_agreed():
    """All have agreed to end it."""
    game = played(6)
    agree(game, ask(game, "end"))
    return scored(game, "ines")


def result_voted():
    """The others have ended it, since somebody stayed away."""
    game = played(6, terms=VOTING)
    at = run_out(game)
    question = Question.objects.get()
    for name in ("tomas", "ines"):
        votes.answer(game.id, id_of(name), question.id, True, at)
    return scored(game, "joon", at)


def result_abandoned():
    """Nobody has played on."""
    game = deserted()
    warn(game)
    warn(game)
    warn(game)
    return scored(game, "ines", LATER + 30 * DAY)


SCENES: tuple[Callable[[], Notice], ...] = (
    *(turn_soft, turn_at_night, turn_last_chance, turn_before_a_holiday, turn_after_kept, turn_for_another),
    *(reminder_soft, timeout_kept_own, timeout_kept_other, nudge, nudge_soft),
    *(news_kept, news_kept_own, news_kept_of_two, news_returned, news_returned_to_stand_in, news_resigned),
    *(news_stands_in, news_stands_in_for_you, news_stepped_down, news_stepped_down_own),
    *(news_away, news_away_own, news_time, news_pause, news_pause_on_turn, news_resume, news_terms),
    *(news_refused_pause, news_refused_resume, news_refused_terms, news_refused_end),
    *(question_pause, question_resume, question_terms, question_end, question_absent, question_stand_in),
    *(warning_deserted, warning_last, warning_soft, warning_soft_on_turn, stuck, stuck_staff),
    *(result_resigned, result_left, result_agreed, result_voted, result_abandoned),
)
