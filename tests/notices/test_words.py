"""Words: a time left, a paragraph of a plain mail."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.notices.words import in_words, paragraph


@pytest.mark.parametrize(
    ("minutes", "words"),
    [
        (0.5, "less than a minute"),
        (1, "1 minute"),
        (45, "45 minutes"),
        (60, "1 hour"),
        (1230, "20 hours and 30 minutes"),
        (1440, "1 day"),
        (1440 + 59, "1 day"),
        (3 * 1440 + 125, "3 days and 2 hours"),
        (0, "no time"),
        (-5, "no time"),
    ],
)
def test_a_time_left_is_said_in_two_words_at_most(minutes, words):
    assert in_words(timedelta(minutes=minutes)) == words


def test_a_paragraph_keeps_to_72_signs():
    lines = paragraph("a word and another " * 20, "  1  ", "     ").splitlines()
    assert max(map(len, lines)) <= 72
    assert lines[0].startswith("  1  a word")
    assert lines[1].startswith("     ")


def test_an_address_is_never_broken():
    address = "https://example.org/" + "a-long-way/" * 12
    assert address in paragraph(f"See {address} for more.").splitlines()
