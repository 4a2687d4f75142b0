"""After the end, in a real browser: the proof of the chance, the replay, and the result as it is written."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import DESKTOP, PHONE, SCHEMES, OpenPage
from tests.browser.walk import signed_in

FACTS = ("commitment", "seed", "seats", "deal")


@pytest.fixture
def ended(transactional_db):
    """A scored game of mei, joon and the house that has ended, opened with lucky words, its seats drawn."""
    from games.actions import lobby, play
    from tests.site.cast import NOW, person, played_out
    from tests.site.tables import opened

    mei, joon = (person(name, time_zone="Europe/Oslo") for name in ("mei", "joon"))
    game = opened(mei, size=3, title="Slow cup", word='山 "lotus" & <b>')
    lobby.add_house(game.id, mei, "sensibly", NOW)
    lobby.join(game.id, joon, NOW, "a  b")
    played_out(game)
    play.score(game.id, NOW)
    return game


def checked(page: Page) -> dict[str, str | None]:
    """What the browser finds of each fact."""
    page.get_by_role("button", name="Check it in this browser").click()
    expect(page.locator(".proof-said")).not_to_be_empty()
    return {fact: page.locator(f"[data-fact={fact}]").get_attribute("data-is") for fact in FACTS}


def alter(page: Page, selector: str, script: str) -> None:
    """Change what the page shows."""
    page.locator(selector).first.evaluate(f"(it) => {{ it.textContent = {script}; }}")


# The proof


def test_the_browser_finds_a_true_game_right(ended, desktop):
    desktop.goto(ended.get_absolute_url())
    assert checked(desktop) == dict.fromkeys(FACTS, "right")
    expect(desktop.locator(".proof-said")).to_contain_text("All right")


@pytest.fixture
def ended_sea(transactional_db):
    """A game that has ended in which discards were shuffled into a new draw pile."""
    from games.rules.chance import commitment
    from tests.site.cast import finished, person

    secret = bytes(range(32))
    options = {"one_space_per_crane_visit": False}
    people = person("mei"), person("joon")
    return finished(*people, rules="titania", options=options, commitment=commitment(secret))


def test_the_browser_checks_what_was_shuffled_on_the_way_too(ended_sea, desktop):
    desktop.goto(ended_sea.get_absolute_url())
    desktop.get_by_role("button", name="Check it in this browser").click()
    expect(desktop.locator(".proof-said")).to_contain_text("All right")
    alter(desktop, "[data-shuffle='reshuffle/1'] [data-dealt]", '\'"blue", "blue", "blue"\'')
    desktop.get_by_role("button", name="Check it in this browser").click()
    expect(desktop.locator(".proof-said")).to_contain_text("does not belong together")


def test_what_was_shuffled_is_folded_until_somebody_wants_to_read_it(ended_sea, desktop):
    desktop.goto(ended_sea.get_absolute_url())
    cards = desktop.locator("[data-shuffle=cards]")
    expect(cards).to_be_hidden()
    desktop.get_by_text("All that was shuffled", exact=True).click()
    expect(cards).to_be_visible()


def test_the_points_of_titania_fit_their_column(ended_sea, desktop):
    desktop.goto(ended_sea.get_absolute_url())
    desktop.locator(".score td:nth-child(6) .cell").evaluate_all(
        "all => all.forEach((it) => it.innerHTML = "
        "'<b>21</b><span class=chips>' + '<span class=chip>3</span>'.repeat(7) + '</span>')"
    )
    table = desktop.get_by_role("region", name="Table of scores")
    for width in (360, 820, 1024, 1280, 1920):
        desktop.set_viewport_size({"width": width, "height": 800})
        assert table.evaluate("it => it.scrollWidth - it.clientWidth") == 0, width


LAST_DIGIT = "it.textContent.replace(/.$/, (last) => last === '0' ? '1' : '0')"


ALTERED = (
    ("[data-commitment]", LAST_DIGIT, {"commitment"}),
    ("[data-server]", LAST_DIGIT, {"commitment", "seed"}),
    ("[data-word]", "it.textContent + ' '", {"seed"}),
    ("[data-seed]", LAST_DIGIT, {"seed", "deal"}),
    ("[data-shuffle=seats] [data-dealt]", "4", {"seats"}),
    ("[data-shuffle=tiles] [data-dealt]", "'1, 2, 3'", {"deal"}),
    ("[data-shuffle=tiles] [data-dealt]", "'1, , 3'", {"deal"}),
    ("[data-server]", "'no number'", {"commitment", "seed"}),
    ("[data-server]", "''", {"commitment", "seed"}),
)


def test_the_browser_finds_what_was_altered(ended, desktop):
    for selector, change, wrong in ALTERED:
        desktop.goto(ended.get_absolute_url())
        alter(desktop, selector, change)
        found = checked(desktop)
        assert wrong <= {fact for fact, state in found.items() if state == "wrong"}, (selector, change)
        if "seed" not in wrong:
            right = {fact for fact, state in found.items() if state == "right"}
            assert right == set(FACTS) - wrong, (selector, change)
        expect(desktop.locator(".proof-said")).to_contain_text("does not belong together")


def test_a_browser_without_script_is_told_of_the_program(ended, scriptless):
    scriptless.goto(ended.get_absolute_url())
    assert not scriptless.get_by_role("button", name="Check it in this browser").is_visible()
    assert scriptless.get_by_text("This browser cannot check it").is_visible()
    scriptless.get_by_text("Check it with Python").click()
    assert scriptless.get_by_text("import hashlib").is_visible()


# The result


@pytest.mark.parametrize("gadget", [DESKTOP, PHONE])
def test_everybody_can_read_result_and_replay(ended, open_page: OpenPage, accessible, site_url, gadget):
    page = signed_in(open_page(gadget), "mei", site_url)
    page.goto(ended.get_absolute_url())
    for summary in page.locator("#main summary").all():
        summary.click()
    checked(page)
    accessible(page, *SCHEMES)
    assert fits(page)
    page.goto(f"{ended.get_absolute_url()}at/20/")
    accessible(page, *SCHEMES)
    assert fits(page)


def fits(page: Page) -> bool:
    """Whether the page needs no scrolling sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"))


def test_a_result_that_is_being_written_completes_itself(ended, desktop):
    from games.actions import play
    from games.models import Game
    from tests.site.cast import NOW

    Game.objects.filter(id=ended.id).update(status=Game.Status.ENDED, scored_at=None)
    desktop.goto(ended.get_absolute_url())
    said = desktop.get_by_text("The result is being written")
    assert said.is_visible()
    play.score(ended.id, NOW)
    expect(said).to_have_count(0, timeout=10_000)


# The replay


def replay(page: Page, game, ply: int) -> Page:
    page.goto(f"{game.get_absolute_url()}at/{ply}/")
    return page


def is_at(page: Page, ply: int) -> None:
    """The position is shown, in the address, the title, the slider and to screen readers."""
    said = rf"Turn \d+, step {ply} of \d+" if ply else "At the start"
    expect(page.locator("#turn-h")).to_have_text(re.compile(said))
    expect(page).to_have_url(re.compile(rf"/at/{ply}/$"))
    expect(page).to_have_title(re.compile(f"{said}: Slow cup"))
    expect(page.locator("#replay-range")).to_have_value(str(ply))
    expect(page.locator("output")).to_contain_text(f"Step {ply} of")


def test_links_step_through_without_loading_the_page(ended, desktop):
    replay(desktop, ended, 9).evaluate("window.same = true")
    desktop.locator("#replay-next").click()
    is_at(desktop, 10)
    expect(desktop.locator("#say")).to_contain_text(", step 10 of")
    desktop.locator("#replay-back").click()
    is_at(desktop, 9)
    assert desktop.evaluate("window.same && document.activeElement.id") == "replay-back"


def test_the_arrow_keys_step_through(ended, desktop):
    replay(desktop, ended, 9)
    desktop.keyboard.press("ArrowRight")
    is_at(desktop, 10)
    desktop.keyboard.press("ArrowLeft")
    is_at(desktop, 9)
    desktop.keyboard.press("Home")
    desktop.keyboard.press("ArrowLeft")
    expect(desktop.locator("#turn-h")).to_contain_text("At the start")
    expect(desktop.locator("#replay-back")).to_have_attribute("aria-disabled", "true")


def test_quick_presses_are_all_counted(ended, desktop):
    replay(desktop, ended, 9)
    for _ in range(4):
        desktop.keyboard.press("ArrowRight")
    is_at(desktop, 13)
    for _ in range(3):
        desktop.locator("#replay-back").click()
    is_at(desktop, 10)


def test_the_slider_goes_back_where_nothing_comes(ended, desktop):
    replay(desktop, ended, 9)
    asked: list[Route] = []
    desktop.route("**/at/10/", lambda route: asked.append(route))
    with desktop.expect_request("**/at/10/"):
        desktop.keyboard.press("ArrowRight")
    expect(desktop.locator("#replay-range")).to_have_value("10")
    asked[0].fulfill(status=204)
    expect(desktop.locator("#replay-range")).to_have_value("9")
    is_at(desktop, 9)


def test_a_link_beside_the_table_takes_the_slider_along(ended, desktop):
    replay(desktop, ended, 9)
    desktop.get_by_role("link", name="Later", exact=True).click()
    is_at(desktop, 10)
    desktop.keyboard.press("ArrowRight")
    is_at(desktop, 11)


def test_the_slider_can_be_dragged_on_while_the_table_follows(ended, desktop):
    box = replay(desktop, ended, 9).locator("#replay-range").bounding_box()
    assert box
    along = [box["x"] + box["width"] * share for share in (0.2, 0.4, 0.6)]
    height = box["y"] + box["height"] / 2
    desktop.mouse.move(along[0], height)
    desktop.mouse.down()
    for x in along[1:]:
        before = desktop.locator("#turn-h").inner_text()
        desktop.mouse.move(x, height, steps=4)
        expect(desktop.locator("#turn-h")).not_to_have_text(before)
    desktop.mouse.up()
    ply = int(desktop.locator("#replay-range").input_value())
    assert ply > 9
    is_at(desktop, ply)


def test_the_slider_moves_by_its_own_keys(ended, desktop):
    replay(desktop, ended, 9).locator("#replay-range").focus()
    desktop.keyboard.press("ArrowRight")
    desktop.keyboard.press("ArrowRight")
    is_at(desktop, 11)
    assert desktop.evaluate("document.activeElement.id") == "replay-range"


def test_back_leaves_the_replay(ended, desktop):
    desktop.goto(ended.get_absolute_url())
    desktop.get_by_role("link", name="Replay").click()
    for ply in (1, 2, 3):
        desktop.locator("#replay-next").click()
        is_at(desktop, ply)
    desktop.go_back()
    expect(desktop.get_by_role("heading", level=1)).to_contain_text("win")


def test_without_script_links_and_slider_lead_on(ended, scriptless):
    replay(scriptless, ended, 9).locator("#replay-next").click()
    is_at(scriptless, 10)
    scriptless.locator("#replay-range").fill("20")
    scriptless.get_by_role("button", name="Go").click()
    is_at(scriptless, 20)
    scriptless.get_by_role("link", name="To the result").last.click()
    expect(scriptless.get_by_role("heading", level=1)).to_contain_text("win")
