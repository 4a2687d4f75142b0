"""The page that opens a table, in a real browser: only what goes with what is chosen is shown."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from games.clock.terms import BANK, DAY, HOUR, Gates, Pace, Terms
from games.models import Game
from games.rules.registry import RULES
from tests.browser.conftest import DESKTOP, PHONE, SCHEMES
from tests.browser.walk import signed_in

FIELDS = {
    "A time for each turn": {"turn"},
    "A time bank": {"bank", "increment", "cap", "grace"},
    "No limit": {"turn"},
    "All here": {"minutes"},
}


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


def unfold(page: Page, *names: str) -> None:
    """Open what is folded under these names."""
    for name in names:
        page.locator("summary", has_text=name).click()


@pytest.mark.parametrize("kind", FIELDS)
def test_only_the_fields_of_the_chosen_kind_of_pace_are_shown(people, desktop, site_url, kind):
    page = signed_in(desktop, "mei", site_url)
    page.goto("/tables/new/")
    expect(page.get_by_role("radio", name=kind)).to_be_hidden()
    page.get_by_role("radio", name="My own").check(force=True)
    page.get_by_role("radio", name=kind).check(force=True)
    for name in set().union(*FIELDS.values()):
        expect(page.locator(f'[name="{name}"]')).to_be_visible(visible=name in FIELDS[kind])
    unfold(page, "More about time")
    expect(page.get_by_label("Weekends do not count")).to_be_visible(visible=kind != "All here")
    expect(page.get_by_role("radio", name="The others vote")).to_be_visible(visible=kind != "No limit")


SAID = {
    "The house plays it": "the house plays that one turn, unless you choose otherwise below.",
    "A stand-in is asked first": "Where a stand-in is asked first:",
    "The others vote": "Where the others vote:",
}


@pytest.mark.parametrize("then", SAID)
def test_the_words_follow_what_is_chosen(people, desktop, site_url, then):
    page = signed_in(desktop, "mei", site_url)
    page.goto("/tables/new/")
    unfold(page, "More about time")
    page.get_by_role("radio", name=then).check(force=True)
    for it, words in SAID.items():
        expect(page.get_by_text(words)).to_be_visible(visible=it == then)
    no_limit = page.get_by_text("With no limit, nobody’s time runs out;")
    expect(no_limit).to_be_hidden()
    expect(page.get_by_label("It keeps the seat after")).to_be_visible()
    page.get_by_role("radio", name="My own").check(force=True)
    expect(page.locator("label .if-timed", has_text="Time for each turn")).to_be_visible()
    page.get_by_role("radio", name="No limit").check(force=True)
    expect(no_limit).to_be_visible()
    for words in SAID.values():
        expect(page.get_by_text(words)).to_be_hidden()
    expect(page.get_by_label("It keeps the seat after")).to_be_hidden()
    expect(page.locator("[name=level]")).to_be_visible()
    expect(page.locator("label .if-timed", has_text="Time for each turn")).to_be_hidden()
    expect(page.get_by_text("With no limit: time until a reminder")).to_be_visible()


def test_a_usual_pace_is_one_press_and_all_else_stays_folded(people, desktop, site_url):
    page = signed_in(desktop, "mei", site_url)
    page.goto("/tables/new/")
    expect(page.get_by_label("Weekends do not count")).to_be_hidden()
    expect(page.get_by_label("Newcomers")).to_be_hidden()
    page.get_by_role("radio", name="Slow").check(force=True)
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("main")).to_contain_text("Everybody has 7 days for each turn.")


def test_a_table_of_unusual_terms_is_opened_without_scripts(people, scriptless, site_url):
    page = signed_in(scriptless, "mei", site_url)
    page.goto("/tables/new/")
    page.get_by_role("radio", name="My own").check(force=True)
    page.get_by_role("radio", name="A time bank").check(force=True)
    page.get_by_label("To begin with, in days").fill("40")
    unfold(page, "Who may join")
    page.get_by_label("Turns played in time").select_option("at least 90\N{NO-BREAK SPACE}%")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("alert")).to_contain_text("something below has to change")
    expect(page.get_by_label("To begin with, in days")).to_have_value("40")
    expect(page.locator("#id_bank-error")).to_have_text("Choose a time bank of 1 to 30 days.")
    page.get_by_label("To begin with, in days").fill("4")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("main")).to_contain_text("Everybody has a time bank of 4 days")
    pace = Pace(BANK, 0 * HOUR, bank=4 * DAY, increment=12 * HOUR, cap=10 * DAY)
    assert Game.objects.get().agreed == Terms(pace, gates=Gates(on_time=90))


@pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_choice_of_terms_and_their_card_are_accessible(people, open_page, site_url, accessible, screen):
    page = signed_in(open_page(screen), "mei", site_url)
    page.goto("/tables/new/")
    page.get_by_role("radio", name="My own").check(force=True)
    page.get_by_role("radio", name="A time bank").check(force=True)
    page.get_by_label("To begin with, in days").fill("x")
    unfold(page, "Who may join")
    page.get_by_label("Newcomers").select_option("cannot join")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator("#id_bank-error")).to_be_visible()
    unfold(page, "More about time")
    accessible(page, *SCHEMES)
    fits(page)
    page.get_by_label("To begin with, in days").fill("5")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".terms-card")).to_be_visible()
    accessible(page, *SCHEMES)
    fits(page)
    other = signed_in(open_page(screen), "joon", site_url)
    other.goto(page.url)
    expect(other.get_by_role("main")).to_contain_text("you have played 0 turns so far")
    expect(other.get_by_role("button", name="Join")).to_have_count(0)
    accessible(other, *SCHEMES)
    fits(other)


TOUCHED = """main :is(select, summary, .btn, .pick, .check,
    input:not([type=checkbox], [type=radio], [type=hidden]))"""


def fits(page: Page) -> None:
    """Nothing reaches beyond the side of the page, and what is to be touched is large enough."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    heights = (
        page.locator(TOUCHED)
        .locator("visible=true")
        .evaluate_all(
            "found => found.map(it => [it.outerHTML.slice(0, 80), it.getBoundingClientRect().height])"
        )
    )
    assert [what for what, height in heights if height < 43.9] == []
