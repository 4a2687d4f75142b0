"""What is counted over a whole game."""

from __future__ import annotations

from games.rules.lanterns import tallies
from games.rules.lanterns.apply import Exchanged, Finished, Gain, Match, Preview, Tiled

RED, BLUE, GREEN = 0, 3, 2


def placing(seat: int, *gains: Gain, matches: int = 0, favours: int = 0, lost: int = 0) -> Tiled:
    """A placement with so many matched sides."""
    sides = tuple(Match(side, RED, False) for side in range(matches))
    return Tiled(seat, Preview(matches=sides, favours=favours, favours_lost=lost, gains=gains), False)


def gain(seat: int, *, side: int | None = None, lacking: int | None = None, matched: tuple = ()) -> Gain:
    """What a seat gets at its side; `matched` are the matched colours that it does not get."""
    return Gain(seat, (), matched, side, lacking, 0)


def counted(*happened: object) -> dict[str, tuple[int, ...]]:
    """The counts by what is counted, for two seats."""
    return {str(tally.label): tally.counts for tally in tallies(happened, 2)}  # type: ignore[arg-type]


def test_matched_sides_and_favours_are_those_of_who_placed():
    found = counted(placing(0, matches=2, favours=1), placing(1, matches=1), placing(0, matches=1, favours=2))
    assert found["Edges matched"] == (3, 1)
    assert found["Favours earned"] == (3, 0)


def test_a_lantern_is_given_to_others_where_one_came():
    found = counted(
        placing(0, gain(0, side=RED), gain(1, side=BLUE)),
        placing(0, gain(0, side=RED), gain(1, lacking=BLUE)),
        placing(1, gain(1, side=RED), gain(0)),
    )
    assert found["Lanterns given to others"] == (1, 0)


def test_what_was_lacking_counts_for_whoever_did_not_get_it():
    found = counted(
        placing(0, gain(0, lacking=RED, matched=(RED, GREEN)), gain(1, lacking=BLUE), lost=2),
        placing(1, gain(1, side=RED), gain(0, lacking=RED)),
    )
    assert found["Missed, none left"] == (6, 1)


def test_other_steps_count_for_nothing():
    found = counted(Exchanged(0, RED, BLUE), Finished(1))
    assert set(found.values()) == {(0, 0)}
