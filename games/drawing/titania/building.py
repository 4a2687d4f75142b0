"""Building at a crane: for each tower the level to reach, and what all of it costs and scores (T27-T32).

Every level is a link, so that the page shows the sum, marks what can still be paid for, and needs no script.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

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


def body_of_building(scene: Scene) -> str:
    """A row for each tower, by island, and the sum."""
    islands = groupby(build_sites(scene.view), key=lambda site: site.space)
    rows = "".join(island_rows(scene, space, list(towers)) for space, towers in islands)
    return f'<div class="bl">{rows}</div>{total(scene)}'


def island_rows(scene: Scene, space: str, towers: list[Site]) -> str:
    """The towers of an island."""
    decorated = space in scene.view.decorated
    star = Sentence("with a starfish") if decorated else Sentence("no starfish")
    each = DECORATED_LEVEL_POINTS if decorated else LEVEL_POINTS
    points = scene.label(Sentence("{n} points a level", many="{n} points a level", n=each))
    rows = "".join(tower_row(scene, site) for site in towers)
    return (
        f'<div class="bl-i"><p class="bl-h"><b>{space}</b> {scene.label(star)}'
        f'<span class="meta">{points}</span></p>{rows}</div>'
    )


def tower_row(scene: Scene, site: Site) -> str:
    """One tower: nothing, the levels that stand, and those to build with their prices."""
    word = scene.label(SHELL_WORDS[site.shell])
    held = scene.label(Sentence("you hold {n}", n=scene.view.shells[scene.seat][site.shell]))
    cells = "".join((none_cell(scene, site), *level_cells(scene, site)))
    return (
        f'<div class="bl-r" role="group" aria-label="{site.space} {word}"><span class="bl-c">'
        f"{scene.icon(f't-{SHELLS[site.shell]}', '')}<span>{word} "
        f'<span class="meta">{held}</span></span></span>'
        f'<span class="lv">{cells}</span></div>'
    )


def added_to(scene: Scene, site: Site) -> int:
    """How many levels are chosen for a tower."""
    return next((n for space, shell, n in scene.choice.levels if (space, shell) == site[:2]), 0)


def with_levels(scene: Scene, site: Site, more: int) -> tuple[Levels, ...]:
    """What is chosen, with so many levels for this tower."""
    others = [it for it in scene.choice.levels if it[:2] != site[:2]]
    if scene.view.one_space:
        others = [it for it in others if it[0] == site.space]
    return in_board_order(others + ([(site.space, site.shell, more)] if more else []))


def none_cell(scene: Scene, site: Site) -> str:
    """Builds nothing on a tower."""
    said = Sentence("{space} {colour}: nothing", space=site.space, colour=SHELL_WORDS[site.shell])
    return level_link(scene, site, 0, said, "<b>–</b>")


def level_cells(scene: Scene, site: Site) -> Iterable[str]:
    """The four levels of a tower."""
    most = room_for(scene.view, with_levels(scene, site, 0), site.space, site.shell)
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
        yield level_link(scene, site, more, said, shown) if more <= most else shut_cell(scene, said, shown)


def standing_cell(scene: Scene, level: int) -> str:
    """A level that stands."""
    said = scene.label(Sentence("level {n} stands", n=level))
    return f'<span class="lv-i is-have" role="img" aria-label="{said}">{scene.icon("i-check", "i-s")}</span>'


def shut_cell(scene: Scene, said: Sentence, shown: str) -> str:
    """A level that cannot be paid for."""
    words = scene.label(Sentence("{level}, more than you can build", level=said))
    return f'<span class="lv-i is-off" role="img" aria-label="{words}"><span>{shown}</span></span>'


def level_link(scene: Scene, site: Site, more: int, said: Sentence, shown: str) -> str:
    """A level to choose."""
    now = ' aria-current="true"' if added_to(scene, site) == more else ""
    return (
        f'<a class="lv-i" href="{scene.levels_link(with_levels(scene, site, more))}"'
        f' id="b-{site.space}-{SHELLS[site.shell]}-{more}"{now} aria-label="{scene.label(said)}">'
        f"<span>{shown}</span></a>"
    )


def total(scene: Scene) -> str:
    """What all of it costs and scores."""
    preview = scene.preview
    if preview is None:
        return f'<p class="hint" id="why">{scene.label(AT_LEAST)}</p>'
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
