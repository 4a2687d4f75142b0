"""What the golden games of Titania show: every way to end, and the rulings that are rare or easily wrong.

A feature holds or not for a game that was played; it reads the rules as they are written, from the
positions, and does not ask the code that decided them. The file of a feature bears its name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from games.rules import titania
from games.rules.record import Record, begin
from games.rules.titania.apply import Chose, Drew, Sailed, Taken
from games.rules.titania.moves import Build, Decline, Decorate, Draw, Extra, Keep, Move, Sail
from games.rules.titania.pieces import BLUE, HAND_LIMIT, RED, SPACES, YELLOW
from games.rules.titania.state import ships_on

Standing = tuple[int, int]


class Step(NamedTuple):
    """One move of a game, with the positions around it."""

    before: titania.State
    move: Move
    happened: titania.Happened
    after: titania.State

    @property
    def seat(self) -> int:
        assert self.before.to_act is not None
        return self.before.to_act

    @property
    def hand(self) -> int:
        """The cards that the seat holds before the step."""
        return len(self.before.hands[self.seat])


@dataclass(frozen=True)
class Played:
    """A game from its record."""

    record: Record

    @cached_property
    def steps(self) -> list[Step]:
        steps, state = [], begin(self.record)
        for seat, text in self.record.moves:
            move = titania.parse(text)
            after, happened = titania.apply(state, seat, move)
            steps.append(Step(state, move, happened, after))
            state = after
        return steps

    @property
    def last(self) -> Step:
        return self.steps[-1]

    @property
    def pairs(self) -> Iterator[tuple[Step, Step]]:
        """Each step with the next one."""
        return zip(self.steps, self.steps[1:], strict=False)

    @cached_property
    def sailed(self) -> list[tuple[Step, Sailed]]:
        return [(step, step.happened) for step in self.steps if isinstance(step.happened, Sailed)]

    @property
    def taken(self) -> list[Taken]:
        """What the spaces gave."""
        return [step.happened.taken for step in self.steps if isinstance(step.happened, Sailed | Chose)]

    @cached_property
    def drew(self) -> list[tuple[Step, Drew]]:
        return [(step, step.happened) for step in self.steps if isinstance(step.happened, Drew)]

    @cached_property
    def standings(self) -> list[Standing]:
        """Points with score tiles, then starfish and shells of each seat at the end, the best first."""
        last = self.last.after
        rows = zip(last.earned, last.tiles, last.starfish, last.shells, strict=True)
        found = [
            (sum(earned) + sum(tiles), starfish + sum(shells)) for earned, tiles, starfish, shells in rows
        ]
        return sorted(found, reverse=True)

    @property
    def places(self) -> tuple[int, ...]:
        return self.record.result.places if self.record.result else ()

    @cached_property
    def used_up(self) -> list[set[int]]:
        """The colours of which no ship was left when each period ended."""
        return [
            {colour for colour, left in enumerate(step.before.ship_supply) if not left}
            for step, happened in self.drew
            if happened.period_ended
        ]


FEATURES: dict[str, Callable[[Played], bool]] = {}


def feature(check: Callable[[Played], bool]) -> Callable[[Played], bool]:
    """Put a check among the features, under its name."""
    FEATURES[check.__name__.replace("_", "-")] = check
    return check


# The ways to end (T37, T42, T43, J22)


@feature
def tie_by_starfish_and_shells(game: Played) -> bool:
    first, second = game.standings[:2]
    return first[0] == second[0] and first[1] > second[1]


@feature
def shared_by_two_of_two(game: Played) -> bool:
    return game.places == (1, 1) and game.standings[0][0] > 0


@feature
def shared_by_two_of_four(game: Played) -> bool:
    return sorted(game.places)[:3] == [1, 1, 3] and len(game.places) == 4


@feature
def second_place_shared(game: Played) -> bool:
    return sorted(game.places)[:3] == [1, 2, 2]


@feature
def nobody_gets_on(game: Played) -> bool:
    """J22: both periods end though ships of every colour are left."""
    return game.used_up == [set(), set()]


@feature
def two_colours_used_up_at_once(game: Played) -> bool:
    return len(game.used_up[1]) == 2


@feature
def red_used_up(game: Played) -> bool:
    return game.used_up[1] == {RED}


@feature
def blue_used_up(game: Played) -> bool:
    return game.used_up[1] == {BLUE}


@feature
def yellow_used_up(game: Played) -> bool:
    return game.used_up[1] == {YELLOW}


# The rare rulings


@feature
def tower_pieces_used_up(game: Played) -> bool:
    """J16."""
    return any(not all(step.after.tower_supply) for step in game.steps)


@feature
def shells_used_up(game: Played) -> bool:
    """J17: a space gives what is left."""
    return any(any(taken.gain.shells_lacking) for taken in game.taken)


@feature
def starfish_used_up(game: Played) -> bool:
    """J11, J17: nothing is gained, and nobody is asked."""
    return any(
        happened.taken.gain.starfish_lacking and not step.before.starfish_supply and not step.after.pending
        for step, happened in game.sailed
    )


@feature
def other_cards_after_a_colour_is_used_up(game: Played) -> bool:
    """J6."""
    return any(
        isinstance(second.move, Sail) and not all(second.before.ship_supply) and first.seat == second.seat
        for first, second in game.pairs
    )


@feature
def extra_ship_uses_up_a_colour(game: Played) -> bool:
    """T21 and T37."""
    return any(isinstance(step.move, Extra) and not all(step.after.ship_supply) for step in game.steps)


@feature
def chain_of_extra_ships(game: Played) -> bool:
    """T21."""
    return any(isinstance(one.move, Extra) and isinstance(two.move, Extra) for one, two in game.pairs)


@feature
def extra_ship_onto_a_crane(game: Played) -> bool:
    """J10."""
    return any(isinstance(step.move, Extra) and step.after.pending == "build" for step in game.steps)


@feature
def extra_ship_declined(game: Played) -> bool:
    """J8."""
    return any(isinstance(step.move, Decline) for step in game.steps)


@feature
def extra_ship_lapses(game: Played) -> bool:
    """J8: a ship space, and nowhere to go from it."""
    return any(
        "ship" in [icon.icon for icon in SPACES[happened.space].icons] and step.after.pending is None
        for step, happened in game.sailed
    )


@feature
def hand_limit_at_the_draw(game: Played) -> bool:
    """J3."""
    return any(
        happened.cards and step.hand < HAND_LIMIT < step.hand + 3 - step.before.played
        for step, happened in game.drew
    )


@feature
def hand_limit_at_a_card_icon(game: Played) -> bool:
    """J3: two cards are shown, one comes."""
    return any(taken.gain.cards_lacking for taken in game.taken)


@feature
def reshuffle_in_the_draw(game: Played) -> bool:
    """J4: the pile does not hold all that are to be drawn."""
    return any(happened.reshuffled and step.before.pile for step, happened in game.drew)


@feature
def reshuffle_at_a_card_icon(game: Played) -> bool:
    """J4: the card just played is among the discards."""
    return any(taken.reshuffled for taken in game.taken)


@feature
def two_reshuffles(game: Played) -> bool:
    return game.last.after.reshuffled >= 2


@feature
def both_ships_of_a_fog_tile_in_one_turn(game: Played) -> bool:
    """T24."""
    return any(
        isinstance(one.happened, Sailed)
        and isinstance(two.happened, Sailed)
        and one.happened.fog is not None
        and one.happened.space == two.happened.space
        for one, two in game.pairs
    )


@feature
def towers_on_two_spaces_in_one_visit(game: Played) -> bool:
    """J7."""
    return any(
        isinstance(step.move, Build) and len({space for space, _, _ in step.move.levels}) == 2
        for step in game.steps
    )


@feature
def tower_of_four_levels(game: Played) -> bool:
    """T28."""
    return any(4 in levels for levels in game.last.after.levels)


@feature
def tower_gone_on_with_by_another(game: Played) -> bool:
    """T30."""
    builders: dict[tuple[str, int], int] = {}
    return any(
        builders.setdefault((space, colour), step.seat) != step.seat
        for step in game.steps
        if isinstance(step.move, Build)
        for space, colour, _ in step.move.levels
    )


@feature
def level_on_a_decorated_space(game: Played) -> bool:
    """T31: four points."""
    return any(
        isinstance(step.move, Build) and step.before.decorated & {space for space, _, _ in step.move.levels}
        for step in game.steps
    )


@feature
def two_decorations_in_one_go(game: Played) -> bool:
    """J12."""
    return any(isinstance(one.move, Decorate) and isinstance(two.move, Decorate) for one, two in game.pairs)


@feature
def starfish_kept_after_a_decoration(game: Played) -> bool:
    """T33."""
    return any(isinstance(one.move, Decorate) and isinstance(two.move, Keep) for one, two in game.pairs)


@feature
def nothing_drawn_after_three_cards(game: Played) -> bool:
    """T10."""
    return any(isinstance(step.move, Draw) and step.before.played == 3 for step in game.steps)


@feature
def sea_with_two_ships_everywhere_in_the_middle(game: Played) -> bool:
    """T13, T17: ten spaces besides the start ones are full."""
    return any(sum(len(ships_on(step.before, space)) == 2 for space in SPACES) >= 13 for step, _ in game.drew)


# The option, and the plainest end


@feature
def one_space_a_visit(game: Played) -> bool:
    """J7."""
    return game.record.options["one_space_per_crane_visit"] is True and any(
        isinstance(step.move, Build) and len(SPACES[step.before.pending_space or ""].towers) == 2
        for step in game.steps
    )


@feature
def deal_spelled_out(game: Played) -> bool:
    """Reshuffles and all, without a seed."""
    deal = game.record.deal
    return game.record.seed is None and deal is not None and len(deal.get("reshuffles", ())) > 0


@feature
def clear_win(game: Played) -> bool:
    return game.standings[0][0] > game.standings[1][0]


@feature
def clear_win_of_three(game: Played) -> bool:
    return game.record.seats == 3 and clear_win(game)
