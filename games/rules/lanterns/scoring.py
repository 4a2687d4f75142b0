"""The result: honour, places and what decided them (L17)."""

from __future__ import annotations

from games.rules.base import Result, Seat
from games.rules.lanterns.pieces import KIND_WORDS, KINDS
from games.rules.lanterns.state import State, Token
from games.rules.words import Sentence, Who, listed

PARTS = (*KIND_WORDS, Sentence("spare"))
GENERIC = len(KINDS)
TIE_BREAKS = (Sentence("favours left"), Sentence("lanterns left"))

Standing = tuple[int, int, int]
"""Honour, favours left, lantern cards left: compared in this order."""


def honour(tokens: tuple[Token, ...]) -> int:
    """The sum of tokens won."""
    return sum(token.value for token in tokens)


def result(state: State) -> Result | None:
    """The result, once every seat has had its final turn."""
    if state.to_act is not None:
        return None
    standings = [standing(state, seat) for seat in range(state.seats)]
    return Result(
        scores=tuple(score for score, _, _ in standings),
        places=tuple(1 + sum(other > own for other in standings) for own in standings),
        reason=reason(standings),
        parts=PARTS,
        breakdown=tuple(by_part(tokens) for tokens in state.tokens),
        tie_breaks=TIE_BREAKS,
        tied=tuple((favours, lanterns) for _, favours, lanterns in standings),
        decided_by=decided_by(standings),
    )


def standing(state: State, seat: Seat) -> Standing:
    return honour(state.tokens[seat]), state.favours[seat], sum(state.cards[seat])


def decided_by(standings: list[Standing]) -> int | None:
    """Which tie-break decided the first place; None where honour did, or where it is shared."""
    best, second, *_ = sorted(standings, reverse=True)
    differing = (which for which, (own, other) in enumerate(zip(best, second, strict=True)) if own != other)
    which = next(differing, 0)
    return which - 1 if which else None


def reason(standings: list[Standing]) -> Sentence:
    """What decided the first place: honour, the first tie-break, the second, or nothing."""
    best = max(standings)
    winners = [seat for seat, own in enumerate(standings) if own == best]
    if len(winners) > 1:
        return Sentence("The victory was shared by {winners}.", winners=listed(map(Who, winners)))
    who = Who(winners[0])
    return {
        None: Sentence("{who} won with the most honour.", who=who),
        0: Sentence("{who} won the tie by favours left.", who=who),
        1: Sentence("{who} won the tie by lanterns left.", who=who),
    }[decided_by(standings)]


def by_part(tokens: tuple[Token, ...]) -> tuple[int, ...]:
    """Honour by kind of set; generic tokens, to readers "spare", are a part of their own."""
    parts = [0] * len(PARTS)
    for token in tokens:
        parts[GENERIC if token.generic else token.kind] += token.value
    return tuple(parts)
