"""Building at a crane: for each tower the level to reach, and what all of it costs and scores (T27-T32).

Every level is a link, so that the page shows the sum, marks what can still be paid for, and needs no script.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

from games.drawing.titania.asking import in_board_order, room_for
from games.drawing.titania.scene import Scene
from games.rules.titania.legal import build_sites
from games.rules.titania.moves import Levels
from games.rules.titania.pieces import (
    DECORATED_LEVEL_POINTS,
    LEVEL_POINTS,
    MOST_LEVELS,
    SHELL_WORDS,
    SHELLS,
)
from games.rules.titania.towers import Site, price_of
from games.rules.words import Sentence

AT_LEAST = Sentence("Build at least one level.")
ON_ONE = Sentence("Build at least one level, on one of these islands.")


class Row(NamedTuple):
    """A tower, the number of its key, and the most levels that it can get beside those of others."""

    site: Site
    number: int
    most: int


def body_of_building(scene: Scene) -> str:
    """A row for each tower, by island, and the sum."""
    rows = (
        Row(site, number, room_for(scene.view, others(scene, site), site.space, site.shell))
        for number, site in enumerate(build_sites(scene.view), 1)
    )
    islands = groupby(rows, key=lambda row: row.site.space)
    drawn = "".join(island_rows(scene, space, towers) for space, towers in islands)
    return f'<div class="bl">{drawn}</div>{total(scene)}'


def island_rows(scene: Scene, space: str, towers: Iterable[Row]) -> str:
    """The towers of an island."""
    decorated = space in scene.view.decorated
    star = Sentence("with a starfish") if decorated else Sentence("no starfish")
    each = DECORATED_LEVEL_POINTS if decorated else LEVEL_POINTS
    points = scene.label(Sentence("{n} points a level", many="{n} points a level", n=each))
    rows = "".join(tower_row(scene, row) for row in towers)
    other = given_up(scene, space)
    said = scene.label(Sentence("instead of {space}", space=other) if other else star)
    return (
        f'<div class="bl-i"><p class="bl-h"><b>{space}</b> {said}'
        f'<span class="meta">{points}</span></p>{rows}</div>'
    )


def given_up(scene: Scene, space: str) -> str | None:
    """The island whose levels go when some are chosen on this one: where a visit builds on one alone."""
    if not scene.view.one_space:
        return None
    return next((it[0] for it in scene.choice.levels if it[0] != space), None)


def tower_row(scene: Scene, row: Row) -> str:
    """One tower: nothing, the levels that stand, and those to build with their prices."""
    site = row.site
    word = scene.label(SHELL_WORDS[site.shell])
    held = scene.label(Sentence("you hold {n}", n=scene.view.shells[scene.seat][site.shell]))
    cells = "".join((none_cell(scene, row), *level_cells(scene, row)))
    return (
        f'<div class="bl-r" role="group" aria-label="{site.space} {word}"><span class="bl-c">'
        f"{scene.icon(f't-{SHELLS[site.shell]}', '')}<span>{word} "
        f'<span class="meta">{held}</span></span></span>'
        f'<span class="lv">{cells}</span></div>'
    )


def added_to(scene: Scene, site: Site) -> int:
    """How many levels are chosen for a tower."""
    return next((n for space, shell, n in scene.choice.levels if (space, shell) == site[:2]), 0)


def others(scene: Scene, site: Site) -> tuple[Levels, ...]:
    """What is chosen for other towers and can be built beside this one."""
    chosen = (it for it in scene.choice.levels if it[:2] != site[:2])
    return tuple(it for it in chosen if it[0] == site.space or not scene.view.one_space)


def with_levels(scene: Scene, site: Site, more: int) -> tuple[Levels, ...]:
    """What is chosen, with so many levels for this tower; with none, the others stay as they are."""
    if not more:
        return tuple(it for it in scene.choice.levels if it[:2] != site[:2])
    return in_board_order((*others(scene, site), (site.space, site.shell, more)))


def by_key(scene: Scene, row: Row) -> int:
    """How many levels the key of a tower chooses: one more than now, and after the last one none."""
    more = added_to(scene, row.site) + 1
    return more if more <= row.most else 0


def none_cell(scene: Scene, row: Row) -> str:
    """Builds nothing on a tower."""
    site = row.site
    said = Sentence("{space} {colour}: nothing", space=site.space, colour=SHELL_WORDS[site.shell])
    return level_link(scene, row, 0, said, "<b>–</b>")


def level_cells(scene: Scene, row: Row) -> Iterable[str]:
    """The four levels of a tower."""
    site = row.site
    for level in range(1, MOST_LEVELS + 1):
        more = level - site.levels
        if more <= 0:
            yield standing_cell(scene, level)
            continue
        price = price_of(site.levels, more)
        said = Sentence(
            "{space} {colour} up to level {level}: {price}",
            space=site.space,
            colour=SHELL_WORDS[site.shell],
            level=level,
            price=Sentence("{n} shell", many="{n} shells", n=price),
        )
        shown = f"<b>{level}</b><small>{price}{scene.shell(site.shell, named=False)}</small>"
        fits = more <= row.most
        yield level_link(scene, row, more, said, shown) if fits else shut_cell(scene, said, shown)


def standing_cell(scene: Scene, level: int) -> str:
    """A level that stands."""
    said = scene.label(Sentence("level {n} stands", n=level))
    return f'<span class="lv-i is-have" role="img" aria-label="{said}">{scene.icon("i-check", "i-s")}</span>'


def shut_cell(scene: Scene, said: Sentence, shown: str) -> str:
    """A level that cannot be paid for."""
    words = scene.label(Sentence("{level}, more than you can build", level=said))
    return f'<span class="lv-i is-off" role="img" aria-label="{words}"><span>{shown}</span></span>'


def level_link(scene: Scene, row: Row, more: int, said: Sentence, shown: str) -> str:
    """A level to choose; it says so where that gives up what is chosen on another island."""
    site, added, other = row.site, added_to(scene, row.site), given_up(scene, row.site.space)
    now = ' aria-current="true"' if added == more else ""
    key = f' data-hand="{row.number}"' if added != more == by_key(scene, row) else ""
    if more and other:
        said = Sentence("{level}, instead of {space}", level=said, space=other)
    return (
        f'<a class="lv-i" href="{scene.levels_link(with_levels(scene, site, more))}"'
        f' id="b-{site.space}-{SHELLS[site.shell]}-{more}"{key}{now} aria-label="{scene.label(said)}">'
        f"<span>{shown}</span></a>"
    )


def total(scene: Scene) -> str:
    """What all of it costs and scores."""
    preview = scene.preview
    if preview is None:
        islands = {site.space for site in build_sites(scene.view) if site.most}
        said = ON_ONE if scene.view.one_space and len(islands) > 1 else AT_LEAST
        return f'<p class="hint" id="why">{scene.label(said)}</p>'
    pay = "".join(
        f"<span><b>{n}</b>{scene.shell(colour)}</span>" for colour, n in enumerate(preview.price) if n
    )
    levels = sum(more for _, _, more in scene.choice.levels)
    words = scene.label(Sentence("{n} level", many="{n} levels", n=levels))
    return (
        f'<p class="sum-t" role="status"><span>{scene.label(Sentence("You pay"))}</span>{pay}'
        f'<span class="end">{words} <b>+{preview.points}</b></span></p>'
    )


def words_of_building(scene: Scene) -> str:
    """What stands on the main button."""
    if scene.preview is None:
        return scene.label(Sentence("Choose what to build"))
    return scene.label(Sentence("Build, +{n}", n=scene.preview.points))
