"""A table before its start, in a real browser: it changes by itself, and what is being typed stays."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.walk import signed_in


@pytest.fixture
def table(transactional_db):
    """A table of three that mei has opened, seats to be chosen; joon's time zone is not known."""
    from tests.site.cast import person
    from tests.site.tables import opened

    mei, _joon = person("mei", time_zone="Europe/Oslo"), person("joon")
    return opened(mei, size=3, random_seats=False)


def sit_down(game, name: str) -> None:
    """Somebody joins from elsewhere."""
    from django.utils import timezone

    from games.actions import lobby
    from games.models import Person

    lobby.join(game.id, Person.objects.get(username=name), timezone.now())


def test_who_sits_down_appears_in_the_open_page_and_leaves_alone_what_is_typed(
    table, desktop: Page, site_url, accessible
):
    signed_in(desktop, "mei", site_url).goto(table.get_absolute_url())
    desktop.get_by_label("Invite a member by name").fill("half a na")
    desktop.get_by_label("Your lucky word").fill("plum ra")
    sit_down(table, "joon")
    expect(desktop.locator("#table")).to_contain_text("joon")
    expect(desktop.get_by_label("Invite a member by name")).to_have_value("half a na")
    expect(desktop.get_by_label("Your lucky word")).to_have_value("plum ra")
    expect(desktop.get_by_label("on seat").locator("option")).to_have_text(["Seat 3"])
    expect(desktop.get_by_text("Close the table", exact=True)).to_be_visible()
    accessible(desktop)


def test_the_seat_that_is_being_chosen_stays_chosen_when_another_one_is_taken(table, desktop: Page, site_url):
    from tests.site.cast import person
    from tests.site.tables import opened

    person("ines")
    game = opened(table.opened_by, size=4, random_seats=False)
    signed_in(desktop, "joon", site_url).goto(game.get_absolute_url())
    desktop.get_by_label("Your seat").select_option("3")
    sit_down(game, "ines")
    expect(desktop.locator("#table")).to_contain_text("ines")
    expect(desktop.get_by_label("Your seat")).to_have_value("3")


def test_the_open_page_leads_to_the_game_when_the_last_seat_is_taken(table, desktop: Page, site_url):
    from games.actions import lobby

    signed_in(desktop, "mei", site_url).goto(table.get_absolute_url())
    lobby.add_house(table.id, table.opened_by, "randomly", table.opened_at)
    sit_down(table, "joon")
    expect(desktop.locator("body.page-game")).to_be_visible()


@pytest.mark.parametrize("address", ["/tables/new/", "/settings/"])
def test_a_time_zone_is_kept_without_emptying_the_form_on_the_page(
    table, open_page, site_url, accessible, address
):
    from games.models import Person

    page = signed_in(open_page(PHONE, timezone_id="Asia/Calcutta"), "joon", site_url)
    page.goto(address)
    typed = page.locator("main input.input:visible").first
    typed.fill("half a na")
    page.get_by_role("button", name="Yes, show my own time").click()
    expect(page.locator(".notice:focus")).to_contain_text("times are shown in Asia/Kolkata")
    expect(typed).to_have_value("half a na")
    accessible(page)
    assert Person.objects.get(username="joon").time_zone == "Asia/Kolkata"


@pytest.mark.parametrize("zone", ["Europe/Lisbon", "Asia/Calcutta"])
def test_the_settings_have_the_zone_of_the_browser_chosen_but_not_kept(table, open_page, site_url, zone):
    from games.models import Person

    page = signed_in(open_page(PHONE, timezone_id=zone), "joon", site_url)
    page.goto("/settings/")
    expect(page.get_by_label("Times are shown in UTC")).to_have_value(zone)
    expect(page.get_by_text("chosen above, but not kept yet")).to_be_visible()
    assert Person.objects.get(username="joon").time_zone == ""


def test_a_zone_that_cannot_be_kept_is_told_beside_the_button(table, open_page, site_url):
    from django.contrib.sessions.models import Session

    page = signed_in(open_page(PHONE, timezone_id="Asia/Calcutta"), "joon", site_url)
    page.goto("/tables/new/")
    Session.objects.all().delete()
    button = page.get_by_role("button", name="Yes, show my own time")
    button.click()
    expect(page.get_by_text("please press again")).to_be_visible()
    expect(button).not_to_have_class(re.compile("is-busy"))
    button.click()
    expect(page).to_have_url(re.compile("/account/login/"))


def test_closing_the_table_stays_half_done_while_somebody_sits_down(table, desktop: Page, site_url):
    from tests.site.cast import person
    from tests.site.tables import opened

    game = opened(table.opened_by, person("ines"), size=4)
    signed_in(desktop, "mei", site_url).goto(game.get_absolute_url())
    desktop.get_by_text("Close the table", exact=True).click()
    close = desktop.get_by_role("button", name="Yes, close the table")
    close.focus()
    sit_down(game, "joon")
    expect(desktop.locator("#table")).to_contain_text("joon")
    expect(close).to_be_focused()


def test_leaving_keeps_the_focus_also_where_it_changes(table, desktop: Page, site_url):
    signed_in(desktop, "mei", site_url).goto(table.get_absolute_url())
    leave = desktop.get_by_text("Leave the table", exact=True)
    leave.focus()
    sit_down(table, "joon")
    expect(desktop.get_by_text("Close the table", exact=True)).to_be_visible()
    expect(leave).to_be_focused()


def test_a_small_table_offers_no_seats_that_it_does_not_have(table, desktop: Page, site_url):
    signed_in(desktop, "mei", site_url).goto("/tables/new/")
    desktop.get_by_text("everybody picks a free seat").click()
    seats = desktop.locator("[name=seat]:visible")
    expect(seats).to_have_count(4)
    desktop.get_by_role("radio", name="2", exact=True).check(force=True)
    expect(seats).to_have_count(2)


def test_the_only_player_closes_the_table_in_two_steps_without_script(table, scriptless: Page, site_url):
    page = signed_in(scriptless, "mei", site_url)
    page.goto(table.get_absolute_url())
    expect(page.get_by_role("button", name="Leave and close")).to_be_hidden()
    page.get_by_text("Leave the table").click()
    page.get_by_role("button", name="Leave and close").click()
    expect(page.get_by_text("You have left, and the table is closed.")).to_be_visible()
    expect(page.get_by_text("free", exact=True)).to_have_count(0)
