"""The page that opens a table, in a real browser: only what goes with the chosen game is shown."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from games.rules.registry import RULES
from tests.browser.walk import signed_in


def choose(page: Page, url: str, slug: str) -> None:
    """Choose a game for a new table, as mei."""
    signed_in(page, "mei", url).goto("/tables/new/")
    page.get_by_role("radio", name=RULES[slug].NAME).check(force=True)


@pytest.mark.parametrize("slug", RULES)
def test_only_the_variants_of_the_chosen_game_are_shown(people, desktop, site_url, slug):
    choose(desktop, site_url, slug)
    for other, rules in RULES.items():
        expect(desktop.get_by_text(f"Variants of {rules.NAME}")).to_be_visible(visible=other == slug)


@pytest.mark.parametrize("slug", RULES)
def test_a_table_of_every_game_is_opened_without_scripts(people, scriptless, site_url, slug):
    choose(scriptless, site_url, slug)
    scriptless.get_by_role("button", name="Open the table").click()
    expect(scriptless.get_by_role("main")).to_contain_text(RULES[slug].NAME)
    expect(scriptless.get_by_role("heading", name="New table")).to_have_count(0)
