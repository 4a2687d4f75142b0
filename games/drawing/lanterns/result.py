"""The end of a game: who won and by what, honour by kind of set, what settles ties, and the deal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from markupsafe import Markup

from games.drawing.base import Course, Outcome, Reader, Titles, icon
from games.drawing.chart import Points, score_chart
from games.drawing.lanterns.geometry import SCREEN, seats_by_screen_side
from games.drawing.lanterns.words import KIND_NAMES
from games.rules.base import Json, Result, Seat
from games.rules.lanterns.pieces import HAND, KINDS
from games.rules.lanterns.state import Token
from games.rules.lanterns.view import View
from games.rules.words import Listed, Sentence, Who, listed

FAVOURS, LANTERNS = range(2)
"""The tie-breaks, by number."""
TIE_BREAKS = (("favour", Sentence("Favours")), ("l-red", Sentence("Lanterns")))
TITLES = (Sentence("Honour"), Sentence("Honour, turn by turn"), Sentence("The finished lake"))
DECIDED, TIE = Sentence("tie {n}, decided"), Sentence("tie {n}")
PLACES = (Sentence("1st"), Sentence("2nd"), Sentence("3rd"), Sentence("4th"))
MARGINS_OF_YOURS = {
    None: Sentence("You win by {n} honour", many="You win by {n} honour"),
    FAVOURS: Sentence("You win by one favour", many="You win by {n} favours"),
    LANTERNS: Sentence("You win by one lantern", many="You win by {n} lanterns"),
}
MARGINS = {
    None: Sentence("{winner} wins by {n} honour", many="{winner} wins by {n} honour"),
    FAVOURS: Sentence("{winner} wins by one favour", many="{winner} wins by {n} favours"),
    LANTERNS: Sentence("{winner} wins by one lantern", many="{winner} wins by {n} lanterns"),
}


def outcome(view: View, reader: Reader) -> Outcome:
    """All that a result page says of the scores."""
    table = score_table(view, reader, sides_of(view, reader))
    return Outcome(headline(view, reader), verdict(view, reader), table, score_note(view, reader))


def course(view: View, reader: Reader, points: Points) -> Course:
    """How the game went; `points` are the scores at the start and after each turn."""
    titles = Titles(*(reader.text.say(title) for title in TITLES))
    return Course(titles, score_chart(points, reader, sides_of(view, reader)))


def sides_of(view: View, reader: Reader) -> list[str]:
    """The letter of the screen's side at which each seat sits."""
    letters = {seat: SCREEN[side] for side, seat in seats_by_screen_side(view, reader.below).items()}
    return [letters[seat] for seat in range(view.seats)]


def headline(view: View, reader: Reader) -> str:
    """Who won, and by how much of what decided it: plain text."""
    result = ended(view)
    winners = result.winners
    if len(winners) == 1:
        return reader.text.say(by_margin(result, winners[0], reader))
    if reader.viewer in winners:
        others = names(reader, (seat for seat in winners if seat != reader.viewer))
        return reader.text.say(Sentence("You share the win with {others}", others=others))
    return reader.text.say(Sentence("{winners} share the win", winners=names(reader, winners)))


def ended(view: View) -> Result:
    """The result; asked only where there is one."""
    assert view.result is not None
    return view.result


def by_margin(result: Result, winner: Seat, reader: Reader) -> Sentence:
    """The headline of a single winner."""
    best, second, *_ = sorted(deciding(result), reverse=True)
    said = (MARGINS_OF_YOURS if winner == reader.viewer else MARGINS)[result.decided_by]
    return Sentence(said.text, many=said.many, n=best - second, winner=reader.names[winner])


def deciding(result: Result) -> list[int]:
    """What decided the first place, of all who were equal before it."""
    if result.decided_by is None:
        return list(result.scores)
    return [result.tied[seat][result.decided_by] for seat in level(result, result.decided_by)]


def level(result: Result, tie_break: int) -> list[Seat]:
    """The seats that were equal at the top before a tie-break, the best by it first."""
    best = max(range(len(result.scores)), key=lambda seat: standing(result, seat))
    equal = [
        seat
        for seat in range(len(result.scores))
        if standing(result, seat)[: tie_break + 1] == standing(result, best)[: tie_break + 1]
    ]
    return sorted(equal, key=lambda seat: standing(result, seat), reverse=True)


def standing(result: Result, seat: Seat) -> tuple[int, ...]:
    """All that counts for a place, in its order."""
    return (result.scores[seat], *result.tied[seat])


def names(reader: Reader, seats: Iterable[Seat]) -> Listed:
    """The names of seats in a row, the reader's own too."""
    return listed(reader.names[seat] for seat in seats)


def verdict(view: View, reader: Reader) -> Markup:
    """What decided it, in a sentence or two, and how the reader fared."""
    result = ended(view)
    said = [*decision(result, reader), *own_place(result, reader)]
    return Markup(" ".join(reader.label(sentence) for sentence in said))


def decision(result: Result, reader: Reader) -> Iterable[Sentence]:
    """What decided the first place."""
    if len(result.winners) > 1:
        yield shared(result, reader)
    elif result.decided_by is None:
        first, *others = sorted(range(len(result.scores)), key=lambda seat: result.places[seat])
        rest = row(others, result.scores)
        yield Sentence(
            "{who} reached {n} honour, {others}.", who=Who(first), n=result.scores[first], others=rest
        )
    else:
        yield from by_tie_break(result, result.decided_by, reader)


def shared(result: Result, reader: Reader) -> Sentence:
    """A shared victory: all that counts was equal."""
    favours, lanterns = result.tied[result.winners[0]]
    return Sentence(
        "{winners} each reached {n} honour, with {favours} and {lanterns} left.",
        winners=names(reader, result.winners),
        n=max(result.scores),
        favours=counted_favours(favours),
        lanterns=counted_lanterns(lanterns),
    )


def by_tie_break(result: Result, tie_break: int, reader: Reader) -> Iterable[Sentence]:
    """The tie, and what broke it."""
    seats = level(result, tie_break)
    first, *others = seats
    values = [tied[tie_break] for tied in result.tied]
    rest, who = row(others, values), Who(first)
    if tie_break == FAVOURS:
        yield Sentence("{names} each reached {n} honour.", names=names(reader, seats), n=result.scores[first])
        yield Sentence(
            "{who} kept {favours}, {others}.", who=who, favours=counted_favours(values[first]), others=rest
        )
    else:
        yield Sentence(
            "{names} each reached {n} honour and kept {favours}.",
            names=names(reader, seats),
            n=result.scores[first],
            favours=counted_favours(result.tied[first][FAVOURS]),
        )
        yield Sentence(
            "{who} had {lanterns} left, {others}.",
            who=who,
            lanterns=counted_lanterns(values[first]),
            others=rest,
        )


def row(seats: Iterable[Seat], values: Sequence[int]) -> Listed:
    """Others and their numbers, in a row."""
    return listed(Sentence("{name} {number}", name=Who(seat), number=values[seat]) for seat in seats)


def counted_favours(n: int) -> Sentence:
    """So many favours."""
    return Sentence("{n} favour", many="{n} favours", n=n)


def counted_lanterns(n: int) -> Sentence:
    """So many lanterns."""
    return Sentence("{n} lantern", many="{n} lanterns", n=n)


def own_place(result: Result, reader: Reader) -> Iterable[Sentence]:
    """How the reader fared, who played and did not win."""
    seat = reader.viewer
    if seat is not None and seat not in result.winners:
        yield Sentence("You came {place}.", place=PLACES[result.places[seat] - 1])


def score_table(view: View, reader: Reader, sides: Sequence[str]) -> Markup:
    """Honour by kind of set and the tie-breaks, the best first."""
    result = ended(view)
    order = sorted(range(view.seats), key=lambda seat: (result.places[seat], seat))
    rows = "".join(score_row(view, result, reader, seat, sides[seat]) for seat in order)
    head = "".join(heads(result, reader))
    return Markup(f'<table class="score"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>')


def heads(result: Result, reader: Reader) -> Iterable[str]:
    """The heads of the columns; the tie-break that decided says so."""
    for name in (Sentence("Player"), Sentence("Total")):
        yield f'<th scope="col">{reader.label(name)}</th>'
    for kind, name in zip(KINDS, KIND_NAMES, strict=True):
        yield f'<th scope="col">{titled(reader, f"d-{kind}", name)}</th>'
    for tie_break, (picture, name) in enumerate(TIE_BREAKS):
        decided = result.decided_by == tie_break
        note = Sentence((DECIDED if decided else TIE).text, n=tie_break + 1)
        title = titled(reader, picture, name)
        yield f'<th scope="col" class="tie">{title}<span class="meta">{reader.label(note)}</span></th>'


def titled(reader: Reader, picture: str, name: Sentence) -> str:
    """A column's picture and its name; on a phone the name is for screen readers only."""
    said = f'<span class="wide-t">{reader.label(name)}</span>'
    return f'<span class="line">{icon(reader.sprite, picture, "i-s")}{said}</span>'


def score_row(view: View, result: Result, reader: Reader, seat: Seat, side: str) -> str:
    """One seat: place, total, tokens by kind, and what settles ties."""
    place = reader.label(PLACES[result.places[seat] - 1])
    if seat == reader.viewer:
        place = reader.label(Sentence("{place}, you", place=PLACES[result.places[seat] - 1]))
    won = ' class="is-win"' if seat in result.winners else ""
    cells = "".join(
        token_cell([token for token in view.tokens[seat] if token.kind == kind], reader)
        for kind in range(len(KINDS))
    )
    return (
        f'<tr{won}><th scope="row"><span class="line">{icon(reader.sprite, f"side-{side}", "i-s")}'
        f'<span class="score-name">{reader.name(seat)}</span></span><span class="meta">{place}</span></th>'
        f'<td class="tot">{result.scores[seat]}</td>{cells}{"".join(tie_cells(result, seat))}</tr>'
    )


def token_cell(tokens: Sequence[Token], reader: Reader) -> str:
    """The tokens of one kind, their values as chips; generic ones are dashed."""
    chips = "".join(chip(token, reader) for token in tokens)
    shown = f'<span class="chips">{chips}</span>' if chips else ""
    return f'<td><span class="cell"><b>{sum(token.value for token in tokens)}</b>{shown}</span></td>'


def chip(token: Token, reader: Reader) -> str:
    """The value of one token."""
    if not token.generic:
        return f'<span class="chip">{token.value}</span>'
    spare = reader.label(Sentence("spare"))
    return f'<span class="chip is-spare">{token.value}<span class="vh"> {spare}</span></span>'


def tie_cells(result: Result, seat: Seat) -> Iterable[str]:
    """What settles ties; in bold where it decided the first place."""
    for tie_break, value in enumerate(result.tied[seat]):
        key = result.decided_by == tie_break and seat in level(result, tie_break)
        yield f'<td class="tie{" is-key" if key else ""}">{value}</td>'


def score_note(view: View, reader: Reader) -> Markup:
    """How to read the table."""
    said = [Sentence("The chip in each cell is a token’s value.")]
    if any(token.generic for tokens in view.tokens for token in tokens):
        said.append(Sentence("A dashed 4 is a spare token, taken when its stack was empty."))
    said.append(Sentence("Equal honour is settled by favours, then by lanterns."))
    return Markup(" ".join(reader.label(sentence) for sentence in said))


def dealt(deal: Mapping[str, Sequence[Json]], reader: Reader) -> Markup:
    """A deal spelled out: the numbers of the tiles, hand by hand, then the stack."""
    tiles, hands = deal["tiles"], len(reader.names) * HAND
    rows = [
        (reader.name(seat), tiles[first : first + HAND]) for seat, first in enumerate(range(0, hands, HAND))
    ]
    rows.append((reader.label(Sentence("Stack, top first")), tiles[hands:]))
    said = "".join(
        f"<div><dt>{who}</dt><dd><code data-dealt>{', '.join(map(str, numbers))}</code></dd></div>"
        for who, numbers in rows
    )
    about = reader.label(Sentence("Tiles, by their numbers"))
    return Markup(f'<p class="hint">{about}</p><dl class="deal" data-shuffle="tiles">{said}</dl>')
