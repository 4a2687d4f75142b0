"""The result: points, places and what decided them (T43)."""

from __future__ import annotations

from games.rules.base import Result, Seat
from games.rules.titania.state import State
from games.rules.words import Sentence, Who, listed

PARTS = (
    Sentence("building"),
    Sentence("decorating"),
    Sentence("spaces"),
    Sentence("score tiles"),
)
TIE_BREAKS = (Sentence("starfish and shells left"),)

Standing = tuple[int, int]
"""Points, then starfish and shells left, a large shell counting two (J19): compared in this order."""


def points(state: State) -> tuple[int, ...]:
    """The points of every seat; score tiles count once the game is over (T43)."""
    over = state.to_act is None
    return tuple(
        [
            sum(earned) + (sum(tiles) if over else 0)
            for earned, tiles in zip(state.earned, state.tiles, strict=True)
        ]
    )


def result(state: State) -> Result | None:
    """The result, once the second period has ended (T42)."""
    if state.to_act is not None:
        return None
    scores = points(state)
    standings = [(score, left(state, seat)) for seat, score in enumerate(scores)]
    return Result(
        scores=scores,
        places=tuple(1 + sum(other > own for other in standings) for own in standings),
        reason=reason(standings),
        parts=PARTS,
        breakdown=tuple(
            (*earned, sum(tiles)) for earned, tiles in zip(state.earned, state.tiles, strict=True)
        ),
        tie_breaks=TIE_BREAKS,
        tied=tuple((pieces,) for _, pieces in standings),
        decided_by=decided_by(standings),
    )


def left(state: State, seat: Seat) -> int:
    """The starfish and shells that a seat still holds."""
    return state.starfish[seat] + sum(state.shells[seat])


def decided_by(standings: list[Standing]) -> int | None:
    """0 where the first place was decided by what was left; None where points did, or where it is shared."""
    (score, pieces), (next_score, next_pieces), *_ = sorted(standings, reverse=True)
    return 0 if score == next_score and pieces != next_pieces else None


def reason(standings: list[Standing]) -> Sentence:
    """What decided the first place: points, the tie-break, or nothing."""
    best = max(standings)
    winners = [seat for seat, own in enumerate(standings) if own == best]
    if len(winners) > 1:
        return Sentence("The victory was shared by {winners}.", winners=listed(map(Who, winners)))
    who = Who(winners[0])
    if decided_by(standings) == 0:
        return Sentence("{who} won the tie by starfish and shells left.", who=who)
    return Sentence("{who} won with the most points.", who=who)
