"""The end of a game: who won and by what, points by where they came from, what settles ties, and the deal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count

from markupsafe import Markup

from games.drawing.base import Course, Outcome, Reader, Titles, escaped, icon
from games.drawing.chart import Points, score_chart
from games.rules.base import Json, Result, Seat
from games.rules.titania.describe import shown
from games.rules.titania.pieces import FOG, HAND
from games.rules.titania.view import View
from games.rules.words import Listed, Sentence, Who, listed

LOOKS = "swne"
"""The looks of the seats' lines in the chart."""
TITLES = (Sentence("Points"), Sentence("Points, turn by turn"), Sentence("The sea at the end"))
PARTS = (
    ("t-black", Sentence("Building")),
    ("starfish", Sentence("Decorating")),
    ("point", Sentence("Spaces")),
    ("tile-q", Sentence("Score tiles")),
)
LEFT = Sentence("Starfish and shells left")
DECIDED, TIE = Sentence("tie, decided"), Sentence("tie")
PLACES = (Sentence("1st"), Sentence("2nd"), Sentence("3rd"), Sentence("4th"))


def outcome(view: View, reader: Reader) -> Outcome:
    """All that a result page says of the scores."""
    result = ended(view)
    return Outcome(
        reader.text.say(headline(result, reader)),
        Markup(" ".join(reader.label(sentence) for sentence in verdict(result, reader))),
        score_table(view, result, reader),
        score_note(reader),
    )


def course(view: View, reader: Reader, points: Points) -> Course:
    """How the game went; `points` are the scores at the start and after each turn."""
    titles = Titles(*(reader.text.say(title) for title in TITLES))
    return Course(titles, score_chart(points, reader, LOOKS[: view.seats]))


def ended(view: View) -> Result:
    """The result; asked only where there is one."""
    assert view.result is not None
    return view.result


def headline(result: Result, reader: Reader) -> Sentence:
    """Who won, and by how much of what decided it."""
    winners = result.winners
    if len(winners) > 1 and reader.viewer in winners:
        others = names(reader, (seat for seat in winners if seat != reader.viewer))
        return Sentence("You share the win with {others}", others=others)
    if len(winners) > 1:
        return Sentence("{winners} share the win", winners=names(reader, winners))
    return by_margin(result, winners[0], reader)


def by_margin(result: Result, winner: Seat, reader: Reader) -> Sentence:
    """The headline of a single winner."""
    if result.decided_by is not None:
        if winner == reader.viewer:
            return Sentence("You win the tie")
        return Sentence("{winner} wins the tie", winner=reader.names[winner])
    best, second, *_ = sorted(result.scores, reverse=True)
    n = best - second
    if winner == reader.viewer:
        return Sentence("You win by one point", many="You win by {n} points", n=n)
    return Sentence(
        "{winner} wins by one point", many="{winner} wins by {n} points", n=n, winner=reader.names[winner]
    )


def names(reader: Reader, seats: Iterable[Seat]) -> Listed:
    """The names of seats in a row, the reader's own too."""
    return listed(reader.names[seat] for seat in seats)


def in_order(result: Result) -> list[Seat]:
    """The seats, the best first."""
    return sorted(range(len(result.places)), key=lambda seat: (result.places[seat], seat))


def verdict(result: Result, reader: Reader) -> Iterable[Sentence]:
    """What decided it, and how the reader fared."""
    first, *others = in_order(result)
    level = [seat for seat in others if result.scores[seat] == result.scores[first]]
    if level:
        yield Sentence(
            "{names} each reached {n} points.",
            names=names(reader, (first, *level)),
            n=result.scores[first],
        )
        kept = listed(
            Sentence("{name} {number}", name=Who(seat), number=result.tied[seat][0])
            for seat in (first, *level)
        )
        yield Sentence("Starfish and shells left: {numbers}.", numbers=kept)
    else:
        rest = listed(
            Sentence("{name} {number}", name=Who(seat), number=result.scores[seat]) for seat in others
        )
        yield Sentence(
            "{who} reached {n} points, {others}.", who=Who(first), n=result.scores[first], others=rest
        )
    seat = reader.viewer
    if seat is not None and seat not in result.winners:
        yield Sentence("You came {place}.", place=PLACES[result.places[seat] - 1])


def score_table(view: View, result: Result, reader: Reader) -> Markup:
    """Points by where they came from, and the tie-break; the best first."""
    rows = "".join(score_row(view, result, reader, seat) for seat in in_order(result))
    head = "".join(heads(result, reader))
    return Markup(f'<table class="score"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>')


def heads(result: Result, reader: Reader) -> Iterable[str]:
    """The heads of the columns; the tie-break says whether it decided."""
    for name in (Sentence("Player"), Sentence("Total")):
        yield f'<th scope="col">{reader.label(name)}</th>'
    for picture, name in PARTS:
        yield f'<th scope="col">{titled(reader, picture, name)}</th>'
    note = reader.label(TIE if result.decided_by is None else DECIDED)
    yield (
        f'<th scope="col" class="tie">{titled(reader, "s-any", LEFT)}<span class="meta">{note}</span></th>'
    )


def titled(reader: Reader, picture: str, name: Sentence) -> str:
    """A column's picture and its name; on a phone the name is for screen readers only."""
    said = f'<span class="wide-t">{reader.label(name)}</span>'
    return f'<span class="line">{icon(reader.sprite, picture, "i-s")}{said}</span>'


def score_row(view: View, result: Result, reader: Reader, seat: Seat) -> str:
    """One seat: place, total, the parts of it, and what settles ties."""
    place = PLACES[result.places[seat] - 1]
    said = Sentence("{place}, you", place=place) if seat == reader.viewer else place
    won = ' class="is-win"' if seat in result.winners else ""
    key = " is-key" if result.decided_by is not None and result.scores[seat] == max(result.scores) else ""
    *parts, tiles = result.breakdown[seat]
    cells = "".join(f'<td><span class="cell"><b>{n}</b></span></td>' for n in parts)
    return (
        f'<tr{won}><th scope="row"><span class="line">{icon(reader.sprite, f"side-{seat + 1}", "i-s")}'
        f'<span class="score-name">{reader.name(seat)}</span></span>'
        f'<span class="meta">{reader.label(said)}</span></th>'
        f'<td class="tot">{result.scores[seat]}</td>{cells}'
        f'<td><span class="cell"><b>{tiles}</b>{chips(view.tiles[seat] or ())}</span></td>'
        f'<td class="tie{key}">{result.tied[seat][0]}</td></tr>'
    )


def chips(tiles: Sequence[int]) -> str:
    """The score tiles of a seat."""
    shown = "".join(f'<span class="chip">{value}</span>' for value in tiles)
    return f'<span class="chips">{shown}</span>' if shown else ""


def score_note(reader: Reader) -> Markup:
    """How to read the table."""
    said = (
        Sentence("The chips are the values of the score tiles, which count at the end."),
        Sentence("Equal points are settled by starfish and shells left."),
    )
    return Markup(" ".join(reader.label(sentence) for sentence in said))


def dealt(deal: Mapping[str, Sequence[Json]], reader: Reader) -> Markup:
    """All shuffles, folded: the cards hand by hand, the fog of both periods, the score tiles, discards."""
    parts = [
        ("cards", Sentence("Ship cards"), card_rows(deal["cards"], reader)),
        (
            "fog/1",
            Sentence("Fog of the first period, by the numbers of its kinds"),
            fog_row(deal["fog/1"], reader),
        ),
        ("fog/2", Sentence("Fog of the second period"), fog_row(deal["fog/2"], reader)),
        ("score", Sentence("Score tiles"), one_row(FROM_THE_TOP, deal["score"], reader)),
        *reshuffled(deal, reader),
    ]
    shuffles = "".join(shuffle(label, reader.label(title), rows) for label, title, rows in parts)
    return Markup(folded(reader.label(Sentence("All that was shuffled")), f"{shuffles}{fog_kinds(reader)}"))


Row = tuple[str, Sequence[Json]]
FROM_THE_TOP = Sentence("From the top")


def card_rows(cards: Sequence[Json], reader: Reader) -> list[Row]:
    """The hands, then the draw pile."""
    hands = len(reader.names) * HAND
    rows: list[Row] = [
        (reader.name(seat), cards[first : first + HAND]) for seat, first in enumerate(range(0, hands, HAND))
    ]
    return [*rows, (reader.label(Sentence("Draw pile, from the top")), cards[hands:])]


def reshuffled(
    deal: Mapping[str, Sequence[Json]], reader: Reader
) -> Iterator[tuple[str, Sentence, list[Row]]]:
    """The draw piles that discards became, as far as they were drawn."""
    for number in count(1):
        label = f"reshuffle/{number}"
        if label not in deal:
            return
        title = Sentence("New draw pile {number} of the discards, as far as it was drawn", number=number)
        yield label, title, one_row(FROM_THE_TOP, deal[label], reader)


def fog_row(kinds: Sequence[Json], reader: Reader) -> list[Row]:
    """The fog tiles of a period, as they lie."""
    return one_row(Sentence("Row by row"), kinds, reader)


def one_row(how: Sentence, items: Sequence[Json], reader: Reader) -> list[Row]:
    """All of a shuffle in one row."""
    return [(reader.label(how), items)]


def fog_kinds(reader: Reader) -> str:
    """What the numbers of fog tiles mean."""
    kinds = "".join(
        f"<div><dt>{kind}</dt><dd>{reader.say.word(listed(map(shown, icons)))}</dd></div>"
        for kind, icons in enumerate(FOG)
    )
    title = reader.label(Sentence("What the fog shows, by the numbers of its kinds"))
    return folded(title, f'<dl class="deal">{kinds}</dl>')


def folded(title: str, inside: str) -> str:
    """What is long and hardly ever read."""
    return f'<details class="proof-program"><summary>{title}</summary>{inside}</details>'


def shuffle(label: str, title: str, rows: Sequence[Row]) -> str:
    """One shuffle, as JSON that a script can check."""
    said = "".join(
        f"<div><dt>{who}</dt><dd><code data-dealt>{', '.join(map(as_json, items))}</code></dd></div>"
        for who, items in rows
    )
    return f'<p class="hint">{title}</p><dl class="deal" data-shuffle="{label}">{said}</dl>'


def as_json(item: Json) -> str:
    """A number, or a word in quotes."""
    return escaped(f'"{item}"') if isinstance(item, str) else str(item)
