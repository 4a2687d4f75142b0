"""Mails of the clock: of what a table decides, of how a game ends otherwise, and of faults."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from games.actions import absence, play, votes, watch
from games.clock.terms import DAY
from games.models import Game, Notice, Person, Question
from tests.notices import scenes_clock
from tests.notices.clock import (
    AT_ONCE,
    HOUR,
    SLOWER,
    SOFTLY,
    VOTING,
    agree,
    ask,
    away_with_stand_in,
    deserted,
    frozen,
    id_of,
    left_for,
    run_out,
    warn,
)
from tests.notices.scenes import LATER, played


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
    *(news_pause, news_pause_on_turn, news_resume, news_terms),
    *(news_refused_pause, news_refused_resume, news_refused_terms, news_refused_end),
    *(question_pause, question_resume, question_terms, question_end, question_absent, question_stand_in),
    *(warning_deserted, warning_last, warning_soft, warning_soft_on_turn, stuck, stuck_staff),
    *(result_resigned, result_left, result_agreed, result_voted, result_abandoned),
)
OF_THE_CLOCK = (*scenes_clock.SCENES, *SCENES)
