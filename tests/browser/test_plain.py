"""The plain pages and those of accounts: read by axe on a desktop and a phone, in light and dark."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESKTOP, PHONE, SCHEMES

PAGES = ["/", "/about/", "/rules/", "/rules/lanterns/", "/account/login/", "/account/signup/", "/nowhere/"]
PAGES += ["/account/password/reset/", "/account/confirm-email/", "/account/confirm-email/x/"]
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.mark.parametrize("gadget", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_plain_pages_can_be_read_by_everybody(transactional_db, open_page, accessible, gadget):
    page: Page = open_page(gadget)
    for address in PAGES:
        page.goto(address)
        assert page.evaluate(WIDER) == 0, address
        accessible(page, *SCHEMES)


def test_a_form_that_was_refused_can_be_read_by_everybody(transactional_db, phone, accessible):
    phone.goto("/account/signup/")
    phone.fill("[name=username]", "<b>")
    phone.fill("[name=email]", "noor@example.org")
    phone.fill("[name=password1]", "12345")
    phone.click("main .btn-main")
    expect(phone.locator(".error")).to_have_count(2)
    accessible(phone)


def test_the_menu_of_a_phone_opens_and_can_be_read_by_everybody(transactional_db, phone, accessible):
    phone.goto("/about/")
    phone.click(".head-menu summary")
    expect(phone.locator(".head-menu nav")).to_be_visible()
    accessible(phone)


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without script"])
def test_light_and_dark_are_switched_and_kept(transactional_db, open_page, script):
    page: Page = open_page(DESKTOP, color_scheme="light", java_script_enabled=script)
    page.goto("/about/")
    for theme in ("dark", "light"):
        with page.expect_response("**/theme/"):
            page.click(".theme-btn")
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
        assert page.url.endswith("/about/")
        page.reload()
        expect(page.locator("html")).to_have_attribute("data-theme", theme)


def test_the_first_tab_leads_past_the_navigation(transactional_db, desktop):
    desktop.goto("/rules/lanterns/")
    desktop.keyboard.press("Tab")
    expect(desktop.locator(".skip")).to_be_focused()
    desktop.keyboard.press("Enter")
    assert desktop.url.endswith("#main")
