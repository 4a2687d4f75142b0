"""The page on which people choose what they are told, in a browser: by touch, by keyboard, without script."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.test_away import SMALL, WIDER
from tests.browser.walk import signed_in

ADDRESS = "/settings/notices/"


def opened(page: Page, url: str) -> Page:
    """The page, before mei."""
    signed_in(page, "mei", url).goto(ADDRESS)
    return page


def keep(page: Page) -> None:
    page.get_by_role("button", name="Keep my choices").click()


@pytest.mark.parametrize(
    ("gadget", "scheme"), [(DESKTOP, "light"), (PHONE, "dark")], ids=["desktop", "phone"]
)
def test_it_can_be_read_by_everybody_also_what_was_refused(
    game, people, open_page, site_url, accessible, gadget, scheme
):
    from games.actions import choices

    choices.mute_table(game.id, people[0].id)
    page = opened(open_page(gadget, color_scheme=scheme), site_url)
    accessible(page)
    for time in ("From", "Until"):
        page.get_by_label(time, exact=True).fill("22:00")
    keep(page)
    expect(page.locator("#id_quiet_until-error")).to_contain_text("end at another time than they begin")
    accessible(page)
    assert page.evaluate(WIDER) == 0
    if gadget is PHONE:
        assert page.evaluate(SMALL) == []
    names = [
        it.get_attribute("value")
        for it in page.get_by_role("row", name="It is your turn").get_by_role("checkbox").all()
    ]
    assert names == ["turn.mail", "turn.push", "turn.webhook", "turn.feed"], "a table for who hears it, too"


def test_it_is_chosen_by_keyboard_and_without_script(people, open_page, site_url):
    page = opened(open_page(PHONE, java_script_enabled=False), site_url)
    box = page.get_by_role("checkbox", name="It is your turn Mail")
    expect(box).to_be_checked()
    box.press("Space")
    page.get_by_role("combobox", name="It is your turn The mail leaves").select_option("in a digest")
    page.get_by_role("checkbox", name="12 hours").press("Enter")
    expect(page.locator(".notices").last).to_contain_text("Your choices are kept.")
    expect(box).not_to_be_checked()
    expect(page.get_by_role("combobox", name="It is your turn The mail leaves")).to_have_value("digest")


def test_what_has_the_focus_is_never_behind_the_bar_that_keeps_it_all(people, phone, site_url):
    opened(phone, site_url)
    phone.locator("[name=channels]").first.focus()
    hidden = """() => {
        const it = document.activeElement.getBoundingClientRect();
        return it.bottom > document.querySelector('.keep-bar').getBoundingClientRect().top + 1;
    }"""
    for _ in range(30):
        phone.keyboard.press("Tab")
        assert not phone.evaluate(hidden), phone.evaluate("document.activeElement.outerHTML")
