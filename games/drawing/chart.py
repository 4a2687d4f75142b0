"""The chart of a game: the score of each seat after each turn, for any game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from markupsafe import Markup

from games.drawing.base import Reader, escaped
from games.drawing.lettering import fitting, width_of
from games.rules.base import Seat
from games.rules.words import Sentence, listed

LEFT, TOP, RIGHT, BOTTOM = 30, 12, 382, 290
HEIGHT = 320
SIZE, LONGEST, APART = 15, 130, 8
"""The font size of scores and names at the end of the lines, how wide a name may be, and how far off."""
SCALE_SIZE, BESIDE = 14, 8
"""The font size of the numbers on the scales, and how far they stand beside the lines."""
ROW = 18
"""The least distance between the names at the end of the lines."""
UNIT = Sentence("turns")
"""What the scale below counts."""

Points = Sequence[tuple[int, ...]]


def score_chart(points: Points, reader: Reader, looks: Sequence[str]) -> Markup:
    """Lines of the seats' scores, the reader's own on top, and a table with the same numbers.

    `points` are the scores by seat before the first turn and after each; `looks` says for each seat which
    of the looks s, w, n, e its line has: a colour, and a mark that tells it without colour.
    """
    final = points[-1]
    order = sorted(range(len(final)), key=lambda seat: (-final[seat], seat != reader.viewer, seat))
    heights = spread([y_of(final[seat], points) for seat in order])
    names_at = RIGHT + 12 + max(width_of(str(score), SIZE, bold=True) for score in final) + APART
    drawn = [
        series(points, reader, seat, looks[seat], height, names_at)
        for seat, height in zip(order, heights, strict=True)
    ]
    names_end = names_at + max(
        width_of(named(reader, seat), SIZE, bold=seat == reader.viewer) for seat in order
    )
    start = min(0, round(LEFT - BESIDE - width_of(str(highest(points)), SCALE_SIZE)))
    scale_end = RIGHT + 16 + width_of(reader.text.say(UNIT), SIZE)
    wide = max(names_end, scale_end) - start
    return Markup(
        f'<svg class="chart" viewBox="{start} 0 {wide:.0f} {HEIGHT}" role="img"'
        f' aria-label="{summary(points, reader, order)}">'
        f"{''.join(grid(points, reader))}{''.join(reversed(drawn))}</svg>{table(points, reader)}"
    )


def summary(points: Points, reader: Reader, order: Sequence[Seat]) -> str:
    """The chart in a sentence."""
    ends = listed(
        Sentence("{name} {score}", name=reader.names[seat], score=points[-1][seat]) for seat in order
    )
    said = Sentence("Score after each of {n} turns. At the end: {ends}.", n=len(points) - 1, ends=ends)
    return reader.label(said)


def highest(points: Points) -> int:
    """The top of the scale: the next ten above all scores."""
    return max(10, -(-max(max(scores) for scores in points) // 10) * 10)


def x_of(turn: int, points: Points) -> float:
    """Where a turn stands."""
    return round(LEFT + (RIGHT - LEFT) * turn / max(1, len(points) - 1), 1)


def y_of(score: int, points: Points) -> float:
    """Where a score stands."""
    return round(BOTTOM - (BOTTOM - TOP) * score / highest(points), 1)


def grid(points: Points, reader: Reader) -> Iterable[str]:
    """The scales."""
    top = highest(points)
    for score in range(0, top + 1, 10 if top <= 60 else 20):
        y = y_of(score, points)
        yield f'<path class="ch-grid" d="M{LEFT} {y}H{RIGHT}"/>'
        yield f'<text class="ch-t" x="{LEFT - BESIDE}" y="{y + 4:g}" text-anchor="end">{score}</text>'
    turns = len(points) - 1
    for turn in range(0, turns + 1, max(1, round(turns / 6))):
        x = x_of(turn, points)
        yield f'<text class="ch-t" x="{x}" y="{BOTTOM + 20}" text-anchor="middle">{turn}</text>'
    yield f'<text class="ch-t" x="{RIGHT + 16}" y="{BOTTOM + 20}">{reader.label(UNIT)}</text>'


def series(points: Points, reader: Reader, seat: Seat, look: str, height: float, names_at: float) -> str:
    """One seat: a line of steps, a mark at every rise, and at the end its score, then its name.

    The name stands last, so that no font however wide cuts the score.
    """
    marks = [
        (x_of(turn, points), y_of(points[turn][seat], points))
        for turn in range(1, len(points))
        if points[turn][seat] != points[turn - 1][seat]
    ]
    you = " is-you" if seat == reader.viewer else ""
    end = y_of(points[-1][seat], points)
    return (
        f'<g class="ch-s is-{look}{you}"><path class="ch-l" d="{line(points, seat)}"/>'
        f'<path class="ch-m" d="{"".join(mark(look, x, y) for x, y in marks)}"/>'
        f'<path class="ch-lead" d="M{RIGHT} {end}L{RIGHT + 8} {height}"/>'
        f'<text x="{RIGHT + 12}" y="{height + 5:g}">{points[-1][seat]}</text>'
        f'<text x="{names_at:.0f}" y="{height + 5:g}">{escaped(named(reader, seat))}</text></g>'
    )


def named(reader: Reader, seat: Seat) -> str:
    """The name at the end of a line."""
    return fitting(reader.names[seat], SIZE, LONGEST, seat == reader.viewer)


def line(points: Points, seat: Seat) -> str:
    """The line of a seat: level until a turn that changes its score."""
    d = f"M{LEFT} {y_of(points[0][seat], points)}"
    for turn in range(1, len(points)):
        if points[turn][seat] != points[turn - 1][seat]:
            d += f"H{x_of(turn - 1, points)}L{x_of(turn, points)} {y_of(points[turn][seat], points)}"
    return d + f"H{RIGHT}"


def mark(look: str, x: float, y: float) -> str:
    """The mark of a look: circle, diamond, square or triangle."""
    if look == "s":
        return f"M{x - 4.5:g} {y:g}a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0z"
    if look == "w":
        return f"M{x:g} {y - 5.5:g}l5.5 5.5-5.5 5.5-5.5-5.5z"
    if look == "n":
        return f"M{x - 4:g} {y - 4:g}h8v8h-8z"
    return f"M{x:g} {y - 5.5:g}l5 9h-10z"


def spread(heights: Sequence[float]) -> list[float]:
    """The heights, from the top down, moved apart so that names do not overlap."""
    placed: list[float] = []
    for height in heights:
        placed.append(max(height, placed[-1] + ROW) if placed else height)
    over = max(0.0, placed[-1] - BOTTOM) if placed else 0.0
    return [round(height - over, 1) for height in placed]


def table(points: Points, reader: Reader) -> str:
    """The same numbers as a table, folded away; turns that changed nothing are left out."""
    heads = "".join(f'<th scope="col">{reader.name(seat)}</th>' for seat in range(len(points[0])))
    rows = "".join(
        f'<tr><th scope="row">{turn}</th>{"".join(f"<td>{score}</td>" for score in points[turn])}</tr>'
        for turn in range(len(points))
        if turn in (0, len(points) - 1) or points[turn] != points[turn - 1]
    )
    title, head = reader.label(Sentence("As a table")), reader.label(Sentence("Turn"))
    return (
        f'<details class="chart-table"><summary>{title}</summary>'
        f'<div class="scroll-x" tabindex="0" role="region" aria-label="{title}"><table class="stats">'
        f'<thead><tr><th scope="col">{head}</th>{heads}</tr></thead><tbody>{rows}</tbody>'
        "</table></div></details>"
    )
