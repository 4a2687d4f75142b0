"""What is common to all games says nothing in the words of one of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings

from games.rules.registry import RULES

BASE = Path(settings.BASE_DIR)
WORDS = re.compile(r"\b(tiles?|honour|favours?|dedicat\w+|around the lake)\b", re.IGNORECASE)
SAID = re.compile(r"{% translate (.*?) %}|{% blocktranslate.*?%}(.*?){% endblocktranslate %}", re.DOTALL)
SHARED = [
    path for path in (BASE / "templates").rglob("*.*") if not set(path.relative_to(BASE).parts) & set(RULES)
]
CODE = [
    *(
        path
        for folder in ("pages", "actions", "notices", "lists", "models")
        for path in (BASE / "games" / folder).glob("*.py")
    ),
    *(BASE / "games").glob("*.py"),
    *(BASE / "games" / "drawing").glob("*.py"),
]


@pytest.mark.parametrize("path", SHARED, ids=lambda path: str(path.relative_to(BASE)))
def test_a_template_that_games_share_has_no_words_of_one_game(path: Path) -> None:
    said = ["".join(found) for found in SAID.findall(path.read_text("utf-8"))]
    assert [text for text in said if WORDS.search(text)] == []


@pytest.mark.parametrize("path", CODE, ids=lambda path: str(path.relative_to(BASE)))
def test_code_that_games_share_says_nothing_in_words_of_one_game(path: Path) -> None:
    said = re.findall(r'\b(?:_|gettext|ngettext|Sentence)\("([^"]*)"', path.read_text("utf-8"))
    assert [text for text in said if WORDS.search(text)] == []
