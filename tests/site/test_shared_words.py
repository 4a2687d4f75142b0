"""What games share knows none of them: no text and no name there is in the words of one game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings

from games.rules.registry import RULES

BASE = Path(settings.BASE_DIR)
SPECIAL = {
    "lanterns": """
        boat dedicate dedicated dedication favour favours honour lake lantern platform shore shores
        tile tiles
    """,
    "titania": """
        crane cranes decorate decorated fog sail sailed sails sea shell shells ship ships starfish
        tower towers
    """,
}
"""The words that one game needs and no other page of the site; a card or a space may be anywhere."""
REGISTRIES = {"games/rules/registry.py", "games/drawing/registry.py", "games/bots/sensibly.py"}
"""Where a game is named so that the site finds it."""
PARTS = {
    "code": ("games lanterns_site", "*.py"),
    "templates": ("templates", "*.*"),
    "scripts": ("games/static", "*.js"),
    "styles": ("games/static", "*.css"),
    "data": ("games", "*.json"),
}


def shared(part: str) -> list[Path]:
    """The files of a part of the site that belong to no game."""
    folders, pattern = PARTS[part]
    found = [path for folder in folders.split() for path in (BASE / folder).rglob(pattern)]
    return [path for path in found if not is_of_a_game(path)]


def is_of_a_game(path: Path) -> bool:
    """Whether a file lies in the folder of a game, bears its name, or is where games are named."""
    name = path.relative_to(BASE)
    return bool({*name.parts, name.stem} & RULES.keys()) or str(name) in REGISTRIES


def words_in(text: str) -> set[str]:
    """The words of a text, and those that its names are made of: `shellColour`, `tile_id`, `--lake-mark`."""
    text = text.replace("lanterns_site", "")
    return {it.lower() for it in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", text)}


def test_every_game_says_which_words_are_its_own():
    assert SPECIAL.keys() == RULES.keys()


@pytest.mark.parametrize("slug", RULES)
@pytest.mark.parametrize("part", PARTS)
def test_what_games_share_has_no_word_of_one_game(part, slug):
    own = {slug, *SPECIAL[slug].split()}
    strays = {path: words_in(path.read_text("utf-8")) & own for path in shared(part)}
    assert {str(path.relative_to(BASE)): words for path, words in strays.items() if words} == {}


def test_the_words_of_a_game_are_found_in_its_own_files():
    """Else the list above would be of words that nobody uses."""
    for slug, words in SPECIAL.items():
        files = [path for path in (BASE / "games").rglob("*.py") if slug in path.parts]
        templates = [path for path in (BASE / "templates").rglob("*.*") if slug in path.parts]
        used = set().union(*(words_in(path.read_text("utf-8")) for path in files + templates))
        assert {*words.split()} - used == set()


def test_a_name_is_read_as_the_words_that_it_is_made_of():
    assert words_in("SHELL_WORDS towerLevels --lake-mark x.tile_id") >= {"shell", "tower", "lake", "tile"}
    assert not words_in("decorators seashore relationship lanterns_site") & {
        "shore",
        "ship",
        "lanterns",
        "decorate",
    }
