"""What holds of a turn whatever the game: no step of it that anybody could think of breaks anything."""

from __future__ import annotations

import random

import pytest
from django.db import transaction

from games import store, tables
from games.actions import Refused, play
from games.models import Game
from games.rules.registry import RULES
from games.store import Act, Loaded
from tests.site.cast import running

PLIES = 160


def begun(rules: str, *people) -> Game:
    """A game of the default options."""
    options = {option.name: option.default for option in RULES[rules].OPTIONS}
    return running(*people, rules=rules, options=options)


def positions(game: Game, now) -> list[tuple[Loaded, list[str]]]:
    """A game played on at random: each position, with the texts of all that could be done there."""
    found, position, dice = [], store.load(game), random.Random(3)
    for _ in range(PLIES):
        seat = next(iter(position.rules.to_act(position.state)), None)
        if seat is None:
            break
        moves = [str(move) for move in position.rules.legal_moves(position.state, seat)]
        found.append((position, moves))
        position = store.follow(position, Act(seat, dice.choice(moves)), now)
    return found


@pytest.mark.parametrize("rules", RULES)
def test_a_step_of_another_position_is_taken_or_refused_and_nothing_else(rules, mei, joon, now):
    game = begun(rules, mei, joon)
    texts = {text.split()[0]: text for _, moves in positions(game, now) for text in moves}
    assert len(texts) > 3
    for text in texts.values():
        with transaction.atomic():
            try:
                play.submit_turn(game.id, mei.id, game.seq, [text], now)
            except Refused as refusal:
                assert refusal.sentence
            transaction.set_rollback(True)


@pytest.mark.parametrize("rules", RULES)
def test_a_turn_that_the_site_took_says_so_and_is_no_turn_of_its_player(rules, mei, joon, now):
    game = begun(rules, mei, joon)
    played = positions(game, now)
    (before, _moves), (after, _more) = played[:2]
    step = after.steps(before.seq)[0]
    position = store.follow(before, Act(step.seat, step.text, by_site=True), now)
    (turn,) = tables.log_turns(position, None, None, False)
    assert str(turn.sentences[-1]) == "There was nothing to choose, so the site took this turn."
    assert not turn.by_player
