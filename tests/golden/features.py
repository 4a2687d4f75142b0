"""What the golden games of Lanterns show: every way to end, and the rulings that are rare or easily wrong.

A feature holds or not for a game that was played; it reads the rules as they are written, from the
positions, and does not ask the code that decided them. The file of a feature bears its name.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from games.rules import lanterns
from games.rules.lanterns.apply import Tiled
from games.rules.lanterns.legal import kind_closed
from games.rules.lanterns.moves import Dedicate, Discard, Exchange, Move
from games.rules.lanterns.pieces import HAND_LIMIT
from games.rules.record import Record, begin

Standing = tuple[int, int, int]


class Step(NamedTuple):
    """One move of a game, with the positions around it."""

    before: lanterns.State
    move: Move
    happened: lanterns.Happened
    after: lanterns.State

    @property
    def seat(self) -> int:
        return self.before.turns_done % self.before.seats


@dataclass(frozen=True)
class Played:
    """A game from its record."""

    record: Record

    @cached_property
    def steps(self) -> list[Step]:
        steps, state = [], begin(self.record)
        for seat, text in self.record.moves:
            move = lanterns.parse(text)
            after, happened = lanterns.apply(state, seat, move)
            steps.append(Step(state, move, happened, after))
            state = after
        return steps

    @cached_property
    def placed(self) -> list[tuple[Step, Tiled]]:
        return [(step, step.happened) for step in self.steps if isinstance(step.happened, Tiled)]

    @cached_property
    def standings(self) -> list[Standing]:
        """Honour, favours and lanterns of each seat at the end, the best first."""
        last = self.steps[-1].after
        rows = zip(last.tokens, last.favours, last.cards, strict=True)
        found = [(sum(token.value for token in tokens), favours, sum(held)) for tokens, favours, held in rows]
        return sorted(found, reverse=True)

    @property
    def places(self) -> tuple[int, ...]:
        return self.record.result.places if self.record.result else ()


FEATURES: dict[str, Callable[[Played], bool]] = {}


def feature(check: Callable[[Played], bool]) -> Callable[[Played], bool]:
    """Put a check among the features, under its name."""
    FEATURES[check.__name__.replace("_", "-")] = check
    return check


# The ways to end (L17)


@feature
def shared_by_two_of_four(game: Played) -> bool:
    return sorted(game.places)[:3] == [1, 1, 3] and len(game.places) == 4


@feature
def shared_by_two_of_two(game: Played) -> bool:
    return game.places == (1, 1)


@feature
def tie_by_lanterns(game: Played) -> bool:
    first, second = game.standings[:2]
    return first[:2] == second[:2] and first[2] > second[2]


@feature
def tie_by_favours(game: Played) -> bool:
    first, second = game.standings[:2]
    return first[0] == second[0] and first[1] > second[1]


@feature
def second_place_shared(game: Played) -> bool:
    return sorted(game.places)[:3] == [1, 2, 2]


# The rare rulings


@feature
def preview_edition_beyond_three_generics(game: Played) -> bool:
    """L7: in the preview edition dedications never close."""
    last = game.steps[-1].after
    return last.edition == "preview" and sum(token.generic for won in last.tokens for token in won) > 3


@feature
def match_and_side_want_the_last_card(game: Played) -> bool:
    """L13: the match goes before the sides."""
    return any(
        match.colour in [gain.side_lacking for gain in happened.outcome.gains] and not match.lacking
        for step, happened in game.placed
        for match in happened.outcome.matches
        if step.before.supply[match.colour] == 1
    )


@feature
def favours_though_every_match_lacks_its_card(game: Played) -> bool:
    """L13: a match whose card is missing still pays its favours."""
    return any(
        happened.outcome.favours and all(match.lacking for match in happened.outcome.matches)
        for _, happened in game.placed
    )


@feature
def final_round_discard(game: Played) -> bool:
    """L8 and L16."""
    return any(step.before.final and isinstance(step.move, Discard) for step in game.steps)


@feature
def generics_gone_and_a_set_refused(game: Played) -> bool:
    """L7: a kind whose stack is empty closes when the generic tokens are gone too."""
    return any(
        kind_closed(step.before, set_.kind) is not None
        for step in game.steps
        for set_ in complete(step.before.cards[step.seat])
        if not step.before.dedicated and not step.before.discarded
    )


def complete(held: tuple[int, ...]) -> list[Dedicate]:
    """The kinds of set that these lanterns hold (L6)."""
    fours = [Dedicate(0, (colour,)) for colour, number in enumerate(held) if number >= 4]
    pairs = [colour for colour, number in enumerate(held) if number >= 2]
    return [
        *fours,
        *([Dedicate(1, tuple(pairs[:3]))] if len(pairs) >= 3 else []),
        *([Dedicate(2)] if all(held) else []),
    ]


@feature
def generic_token(game: Played) -> bool:
    """L7: the stack of the kind is empty, a generic token serves."""
    return any(
        not step.before.stacks[step.move.kind] and step.after.generics == step.before.generics - 1
        for step in game.steps
        if isinstance(step.move, Dedicate)
    )


@feature
def favour_supply_gone(game: Played) -> bool:
    """L14: a favour that the supply lacks is lost."""
    return any(
        happened.outcome.favours_lost and not step.after.favours_left for step, happened in game.placed
    )


@feature
def three_favours_at_once(game: Played) -> bool:
    """L11: the new tile's own platform and those of its matched neighbours."""
    return any(happened.outcome.favours >= 3 for _, happened in game.placed)


@feature
def three_matches_at_once(game: Played) -> bool:
    """L10."""
    return any(len(happened.outcome.matches) >= 3 for _, happened in game.placed)


@feature
def colour_out_at_a_match(game: Played) -> bool:
    """L13."""
    return any(match.lacking for _, happened in game.placed for match in happened.outcome.matches)


@feature
def colour_out_at_a_side(game: Played) -> bool:
    """L13."""
    return any(
        gain.side_lacking is not None and not step.before.supply[gain.side_lacking]
        for step, happened in game.placed
        for gain in happened.outcome.gains
    )


@feature
def discard_of_three(game: Played) -> bool:
    """L8: exactly the excess, before the tile is placed."""
    return any(isinstance(step.move, Discard) and len(step.move.colours) >= 3 for step in game.steps)


@feature
def above_the_limit_out_of_turn(game: Played) -> bool:
    """L8: others may sit above 12 until their own turn, and dedicating brings them down."""
    return any(
        isinstance(step.move, Dedicate) and sum(step.before.cards[step.seat]) > HAND_LIMIT >= sum(after)
        for step in game.steps
        for after in [step.after.cards[step.seat]]
    )


@feature
def exchange_for_the_card_a_set_lacked(game: Played) -> bool:
    """L5 and L6: a card gained by this turn's exchange may be dedicated."""
    return any(
        isinstance(first.move, Exchange)
        and isinstance(second.move, Dedicate)
        and second.move.kind not in [each.kind for each in complete(first.before.cards[first.seat])]
        for first, second in zip(game.steps, game.steps[1:], strict=False)
    )


@feature
def colour_open_again_after_a_dedication(game: Played) -> bool:
    """L13: what a dedication returns can be won again."""
    return any(
        isinstance(step.move, Dedicate)
        and any(
            not before and after for before, after in zip(step.before.supply, step.after.supply, strict=True)
        )
        for step in game.steps
    )


# The options, and the plainest end


@feature
def hidden_lanterns(game: Played) -> bool:
    return game.record.options["lanterns"] == "hidden"


@feature
def preview_edition_of_two(game: Played) -> bool:
    """Six cards of a colour, 24 favours."""
    return game.record.options["edition"] == "preview" and game.record.seats == 2


@feature
def deal_spelled_out(game: Played) -> bool:
    return game.record.deal is not None and game.record.seed is None


@feature
def clear_win(game: Played) -> bool:
    return game.standings[0][0] > game.standings[1][0]


@feature
def clear_win_of_three(game: Played) -> bool:
    return game.record.seats == 3 and clear_win(game)
