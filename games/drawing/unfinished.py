"""The end of a game that its rules did not end: who won, if anybody, why it ended, and how it stood."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from games.drawing.base import Outcome, Reader
from games.rules.base import Seat
from games.rules.words import Sentence, Who

NOTE = Sentence("What lay open when the game ended: its rules have not counted it to the end.")
NO_WINNER = Sentence("Without a winner")
WHYS = {
    "agreed": Sentence("All who played have agreed to end the game here."),
    "voted": Sentence("Somebody stayed away, and the others have ended the game."),
    "abandoned": Sentence("Nobody has played on, so the game has ended by itself."),
}


def outcome(ended: Mapping[str, Any], scores: Sequence[int], reader: Reader) -> Outcome:
    """All that a result page says of a game that `ended` so: {"why": ..., "winner": a seat or None}.

    `scores` are the points that lay open then.
    """
    winner = ended["winner"]
    said = [reason(ended["why"], winner), *(() if winner is None else (Sentence("No points decided it."),))]
    return Outcome(
        headline=reader.text.say(headline(winner, reader)),
        verdict=Markup(" ".join(reader.label(sentence) for sentence in said)),
        table=table(winner, scores, reader),
        note=Markup(reader.label(NOTE)),
    )


def headline(winner: Seat | None, reader: Reader) -> Sentence:
    """Who won, if anybody."""
    if winner is None:
        return NO_WINNER
    return (
        Sentence("You win") if winner == reader.viewer else Sentence("{who} wins", who=reader.names[winner])
    )


def reason(why: str, winner: Seat | None) -> Sentence:
    """Why the game ended; where somebody won, the other one of two players has left."""
    if winner is None:
        return WHYS[why]
    other = Who(1 - winner)
    if why == "resigned":
        return Sentence("{who} resigned.", who=other)
    return Sentence("{who} stayed away, and {winner} took the win.", who=other, winner=Who(winner))


def table(winner: Seat | None, scores: Sequence[int], reader: Reader) -> Markup:
    """The points of every seat, in the order of the seats."""
    heads = "".join(
        f'<th scope="col">{reader.label(it)}</th>' for it in (Sentence("Player"), Sentence("Points so far"))
    )
    won = ' class="is-win"'
    rows = "".join(
        f'<tr{won if seat == winner else ""}><th scope="row">'
        f'<span class="score-name">{reader.name(seat)}</span></th><td class="tot">{points}</td></tr>'
        for seat, points in enumerate(scores)
    )
    return Markup(f'<table class="score"><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>')
