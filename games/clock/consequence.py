"""What happens when the time of a turn runs out, said while it runs: by the page and by mails alike."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.clock.terms import HOUSE, STAND_IN, VOTE, Terms
from games.rules.words import Sentence, Who

# One person decides where no more are left to vote.
ONE_VOTE = "one vote"
NOBODYS_TIME = Sentence("Nobody’s time runs out here.")

# What then happens to a turn of the reader's own; to somebody else's; and where no holiday is left to take.
YOURS = {
    HOUSE: Sentence("If you do not play by then, the house plays this turn for you."),
    STAND_IN: Sentence(
        "If you do not play by then, your stand-in is asked to play for you, or else the house plays this "
        "turn."
    ),
    VOTE: Sentence(
        "If you do not play by then, the others decide whether the house plays on for you or the game ends."
    ),
    ONE_VOTE: Sentence(
        "If you do not play by then, it is for {other} to decide whether the house plays on for you or the "
        "game ends."
    ),
}
THEIRS = {
    HOUSE: Sentence("If {who} does not play by then, the house plays this turn."),
    STAND_IN: Sentence(
        "If {who} does not play by then, a stand-in is asked, or else the house plays this turn."
    ),
    VOTE: Sentence(
        "If {who} does not play by then, the others decide whether the house plays on or the game ends."
    ),
    ONE_VOTE: Sentence(
        "If {who} does not play by then, it is for {other} to decide whether the house plays on or the game "
        "ends."
    ),
}
BY_ITSELF = Sentence("If you do not play by then, you take a day of holiday, as you have asked us to.")
WITHOUT_HOLIDAY = {
    HOUSE: Sentence("With none left to take, the house plays this turn for you."),
    STAND_IN: Sentence(
        "With none left to take, your stand-in is asked to play for you, or else the house plays this turn."
    ),
    VOTE: Sentence(
        "With none left to take, the others decide whether the house plays on for you or the game ends."
    ),
    ONE_VOTE: Sentence(
        "With none left to take, it is for {other} to decide whether the house plays on for you or the game "
        "ends."
    ),
}


def runs_out(
    terms: Terms,
    seat: int,
    missed: int = 0,
    *,
    yours: bool,
    stands_in: bool = False,
    asked: bool = False,
    others: Sequence[int] = (),
    may_ask_stand_in: bool = False,
    by_itself: bool = False,
) -> tuple[Sentence, ...]:
    """What happens if this seat's turn, which runs, is not taken in time; to be said beside its deadline.

    `missed` turns of the seat have run out in a row before. `yours`: the reader plays it. `stands_in`: a
    stand-in plays there already. `asked`: in this turn a stand-in or the others have been asked. `others`:
    the other seats at which people play, who could decide anything. `may_ask_stand_in`: its owner has named
    somebody who may be asked. `by_itself`: rather than that, its player takes a day of holiday; that is told
    to its player only.
    """
    if not terms.pace.runs_out:
        return (NOBODYS_TIME,)
    then = HOUSE if stands_in or asked else _then(terms, others, may_ask_stand_in)
    takes_a_day = by_itself and terms.pace.respects_absence and not stands_in
    first = (BY_ITSELF, WITHOUT_HOLIDAY[then]) if takes_a_day else ((YOURS if yours else THEIRS)[then],)
    named = tuple(_naming(it, seat, others) for it in first)
    return (*named, *_afterwards(terms, missed, then, yours, stands_in))


def _then(terms: Terms, others: Sequence[int], may_ask_stand_in: bool) -> str:
    """What the table has agreed on, as far as there is anybody for it."""
    then = terms.absence.then
    if then == STAND_IN:
        return STAND_IN if may_ask_stand_in else HOUSE
    if then == VOTE:
        return VOTE if len(others) > 1 else ONE_VOTE if others else HOUSE
    return then


def _naming(sentence: Sentence, seat: int, others: Sequence[int]) -> Sentence:
    """The sentence, with those whom it speaks of."""
    text = sentence.text
    if "{other}" in text:
        who, other = Who(seat), Who(others[0])
        return Sentence(text, who=who, other=other) if "{who}" in text else Sentence(text, other=other)
    return Sentence(text, who=Who(seat)) if "{who}" in text else sentence


def _afterwards(terms: Terms, missed: int, then: str, yours: bool, stands_in: bool) -> Iterator[Sentence]:
    """What becomes of the seat, whether its owner or a stand-in has let the turn run out."""
    after = terms.absence.after
    if then in (VOTE, ONE_VOTE):
        return
    if missed + 1 >= after:
        yield KEPT_YOURS if yours and not stands_in else KEPT_THEIRS
    elif stands_in:
        yield ENDS_YOURS if yours else ENDS_THEIRS
    elif yours:
        yield Sentence(
            "You keep your seat; after {n} such turn the house keeps it until you are back.",
            many="You keep your seat; after {n} such turns in a row the house keeps it until you are back.",
            n=after,
        )


ENDS_YOURS = Sentence("From then on you stand in no longer.")
ENDS_THEIRS = Sentence("From then on nobody stands in.")
KEPT_YOURS = Sentence("From then on the house keeps the seat until you are back.")
KEPT_THEIRS = Sentence("From then on the house keeps the seat until its player is back.")
