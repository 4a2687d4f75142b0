"""Mails of games of Titania, whose words are not those of other games."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from games import store
from games.actions import absence, nudges, play
from games.clock.terms import Terms
from games.models import Draft, Game, Notice, Person
from tests.notices.clock import AT_ONCE, HOUR, STANDING_IN, id_of, left_for, run_out
from tests.notices.scenes import (
    LATER,
    TITLE,
    cast,
    deadline_of,
    notice_for,
    out_of_time,
    store_seq,
    to_act,
    with_hand,
)
from tests.site.cast import running
from tests.site.worlds import forget, kept

SLUG = "calm-sea"
OPTIONS = {"one_space_per_crane_visit": False}
FIRST = ("build", "decorate", "extra")


def sailed(turns: int, terms: Terms | None = None, seats: int = 4) -> Game:
    """A game after some turns, of the four or of the first of them."""
    forget()
    sitters = cast()[:seats]
    game = running(*sitters, title=TITLE, slug=SLUG, rules="titania", options=OPTIONS, terms=terms)
    return sail_until(lambda: game.turns_done >= turns, game, random.Random(7))


def sail_until(is_there: Callable[[], bool], game: Game, chance: random.Random) -> Game:
    """Some whole turns, until it is so or the game is over."""
    while game.status == Game.Status.RUNNING and not is_there():
        take_turn(game, chance)
        game.refresh_from_db()
    return game


def take_turn(game: Game, chance: random.Random) -> None:
    """Some whole turn of the seat to act, in as many parts as it takes."""
    seat, person = to_act(game)
    while game.status == Game.Status.RUNNING and game.to_act == seat:
        play.submit_turn(game.id, person.id, game.seq, steps(game, chance), LATER)
        game.refresh_from_db()


def state_of(game: Game) -> Any:
    """The position as it stands."""
    return store.load(game).state


def is_near_the_end(game: Game) -> bool:
    """Whether a whole turn may use up a colour in the second period."""
    state = state_of(game)
    return bool(state.period == 2 and min(state.ship_supply) <= 2)


def steps(game: Game, chance: random.Random) -> list[str]:
    """Steps of the seat to act, up to the next that cannot be taken back."""
    position = store.load(game)
    rules, state, texts = position.rules, position.state, []
    seat, _ = to_act(game)
    while True:
        move = rules.parse(a_step(sorted(map(str, rules.legal_moves(state, seat))), chance))
        texts.append(str(move))
        if rules.reveals(state, seat, move):
            return texts
        state, _ = rules.apply(state, seat, move)


def a_step(moves: list[str], chance: random.Random) -> str:
    """The step that brings most to read: a tower rather than a ship, and mostly a ship rather than a card."""
    better = [it for it in moves if it.startswith(FIRST)]
    others = [it for it in moves if it != "draw"] if chance.random() < 0.75 else ["draw"]
    return chance.choice(better or [it for it in others if it in moves] or moves)


def started():
    """The table is full; somebody else begins."""
    return notice_for("joon", "started", sailed(0), your_turn=False, seq=0)


def started_first():
    """The table is full, and it is the reader's turn."""
    return notice_for("tomas", "started", sailed(0), your_turn=True, seq=0)


def turn():
    """The usual mail."""
    return notice_for("joon", "turn", sailed(14), seq=store_seq())


def turn_first():
    """The first turn of somebody, whose zone nobody knows."""
    return notice_for("mei", "turn", sailed(3), seq=store_seq())


def turn_begins_second():
    """The first period has just ended."""
    game = sailed(0)
    sail_until(lambda: state_of(game).period == 2, game, random.Random(7))
    _, sitter = to_act(game)
    return notice_for(sitter.username, "turn", game, seq=game.seq)


def turn_near_the_end():
    """This turn may end the game: hardly a ship of some colour is left."""
    game = sailed(0)
    sail_until(lambda: is_near_the_end(game), game, random.Random(7))
    _, sitter = to_act(game)
    return notice_for(sitter.username, "turn", game, seq=game.seq)


def turn_after_time_out():
    """The turn before was played by the house."""
    game = sailed(4)
    out_of_time(game)
    game.refresh_from_db()
    return notice_for("ines", "turn", game, seq=game.seq)


def turn_with_hand():
    """The reader wants to see their cards and score tiles in the mail, and may sign in by it."""
    notice = turn()
    with_hand(notice)
    return notice


def reminder():
    """Half of the time has gone, and the reader has gone half of the way."""
    game = sailed(6)
    first, *_ = steps(game, random.Random(1))
    seat = game.seats.get(person__username="joon")
    Draft.objects.create(seat=seat, seq=game.seq, choice=first)
    return notice_for("joon", "reminder", game, seq=game.seq, deadline=deadline_of(game))


def timeout_own():
    """The house played the reader's turn."""
    return timed_out("joon")


def timeout_other():
    """The house played somebody else's turn."""
    return timed_out("ines")


def timed_out(name: str) -> Notice:
    """What somebody is told after the turn of the third seat ran out."""
    game = sailed(6)
    out_of_time(game)
    return notice_for(name, "timeout", game, seat=2, seq=6)


def nudge():
    """Somebody asks after the reader's turn."""
    game = sailed(6)
    nudges.nudge(game.id, id_of("ines"), "curious", LATER + 40 * HOUR)
    return left_for("joon", "nudge")


def news_kept_own():
    """The house keeps the reader's seat, and has played for it."""
    run_out(sailed(6, terms=AT_ONCE))
    return left_for("joon", "news")


def news_time():
    """Somebody gives the reader more time."""
    game = sailed(6)
    nudges.give_time(game.id, id_of("mei"), LATER)
    return left_for("joon", "news")


def question_stand_in():
    """Will the reader, who has no seat, play for somebody?"""
    game = sailed(5, terms=STANDING_IN, seats=3)
    Person.objects.filter(username="joon").update(stand_in=Person.objects.get(username="mei"))
    run_out(game)
    return left_for("mei", "question")


def turn_for_another():
    """It is the turn of somebody for whom the reader stands in."""
    notice = question_stand_in()
    game = notice.game
    assert game is not None
    absence.accept_stand_in(game.id, id_of("mei"), notice.created_at)
    return notice_for("mei", "turn", game, seq=store.load(game).moved)


def result():
    """The game is over."""
    game = sail_until(lambda: False, sailed(0), random.Random(5))
    play.score(game.id, LATER)
    return notice_for("joon", "result", game)


def result_by_tie():
    """Points were level, and what was left decided."""
    game = kept("titania/tie-by-starfish-and-shells", *cast())
    return notice_for("ines", "result", renamed(game))


def result_shared():
    """The victory was shared."""
    game = kept("titania/shared-by-two-of-two", *cast())
    return notice_for("tomas", "result", renamed(game))


def renamed(game: Game) -> Game:
    """The same game at an address and by a title that do not change."""
    Game.objects.filter(id=game.id).update(slug=SLUG, title=TITLE)
    game.refresh_from_db()
    forget()
    return game


SCENES: tuple[Callable[[], Notice], ...] = (
    *(started, started_first, turn, turn_first, turn_begins_second, turn_near_the_end),
    *(nudge, news_kept_own, news_time, question_stand_in, turn_for_another),
    *(turn_after_time_out, turn_with_hand, reminder, timeout_own, timeout_other),
    *(result, result_by_tie, result_shared),
)
