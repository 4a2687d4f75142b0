"""A choice that is kept stays in the draft exactly as long as it can be taken: the same in every game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

import pytest
from django.urls import reverse

from games import store, tables
from games.actions import play
from games.models import Game
from games.rules.base import RuleError
from games.rules.registry import RULES
from tests.site.cast import NOW, as_client, running

MOST_TURNS = 30
SEED = 5


def turns_of(game: Game, people: tuple) -> Iterator[Game]:
    """The game at each position where mei is to act, played on at random."""
    dice = random.Random(SEED)
    while game.turns_done < MOST_TURNS and game.status == Game.Status.RUNNING:
        if game.to_act == 0:
            yield game
        play.submit_turn(game.id, people[game.to_act].id, game.seq, some_steps(game, dice), NOW)
        game.refresh_from_db()


def some_steps(game: Game, dice: random.Random) -> list[str]:
    """Steps that the seat to act may send, drawn by lot."""
    position = store.load(game)
    rules, state, seat, texts = position.rules, position.state, game.to_act or 0, list[str]()
    while True:
        move = dice.choice(rules.legal_moves(state, seat))
        texts.append(str(move))
        if rules.reveals(state, seat, move):
            return texts
        state, _ = rules.apply(state, seat, move)


def pairs(game: Game) -> Iterator[tuple[str, str]]:
    """What mei may keep as a choice now, each with every step that she may take before it."""
    position = store.load(game)
    rules, state = position.rules, position.state
    moves = rules.legal_moves(state, 0)
    final = [str(move) for move in moves if rules.reveals(state, 0, move)]
    return product(final, [str(move) for move in moves if str(move) not in final])


def fits(game: Game, step: str, choice: str) -> bool:
    """Whether the choice can still be kept after the step."""
    position = store.load(game)
    rules, state = position.rules, tables.with_steps(position, 0, [step])
    try:
        move = rules.parse(choice)
        return rules.refusal(state, 0, move) is None and rules.reveals(state, 0, move)
    except RuleError:
        return False


def kept(game: Game, mei, step: str, choice: str) -> str:
    """What is left of the choice once mei has taken the step on the page."""
    client, url = as_client(mei), reverse("table_draft", args=[game.slug])
    assert client.post(url, {"seq": game.seq, "choice": choice}).status_code == 302
    assert client.post(url, {"seq": game.seq, "w1": step}).status_code == 302
    draft = tables.table_for(game.slug, mei).draft
    assert draft.steps == (step,)
    client.post(url, {"seq": game.seq, "keep": 0})
    return draft.choice


@pytest.mark.parametrize("rules", RULES)
def test_a_kept_choice_goes_with_the_step_after_which_it_cannot_be_taken_and_not_before(rules, mei, joon):
    options = {option.name: option.default for option in RULES[rules].OPTIONS}
    game, seen = running(mei, joon, rules=rules, options=options), set[bool]()
    for at in turns_of(game, (mei, joon)):
        for choice, step in pairs(at):
            if (fitting := fits(at, step, choice)) not in seen:
                seen.add(fitting)
                assert kept(at, mei, step, choice) == (choice if fitting else "")
    assert True in seen
