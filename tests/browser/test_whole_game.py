"""The site's main job on real parts: two people and a house player play a whole game in the browser.

They sign up, open a table and join it by its link, are told by mail when it is their turn, and in the
end find the same result. Server, Chromium, mail server, broker and Celery worker are real ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from email.message import EmailMessage
from typing import Any

import pytest
from playwright.sync_api import Page, Response, expect

from tests.browser import walk
from tests.browser import walk_turn as at_table
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.walk import HOUSE, TITLE, Composer, Look, Player
from tests.browser.walk_mail import Mailbox, button_of, part_of, recap_of, standings_in, tells
from tests.browser.walk_result import expected_in_history, standings_on, told_by_history
from tests.browser.walk_turn import click, tap
from tests.servers.smtp import Post

SOON = 5_000  # milliseconds in which another's turn is to be seen in an open page
WIDTHS = (320, 360, 390)
# Whoever looks at a table is not mailed about it: their open pages follow the game, but say nothing of that.
UNSEEN = """() => {
    const set = URLSearchParams.prototype.set;
    URLSearchParams.prototype.set = function (...said) { if (said[0] !== 'visible') set.apply(this, said); };
}"""
BEYOND = """(width) => Array.from(document.querySelectorAll("main *"))
    .filter((it) => it.getBoundingClientRect().right + scrollX > width)
    .map((it) => it.outerHTML.slice(0, 120))"""
WIDTH = "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"
KINDS = {
    *("home", "sign up", "look into your mail", "confirm the address", "no game yet", "sign in", "settings"),
    *("new table", "open table, as its owner", "open table, as a guest", "open tables", "games that wait"),
    *("waiting", "place", "tile chosen", "exchange", "over twelve", "give back", "dedicate", "dedicated"),
    *("sent", "on the phone", "grown lake", "result", "history", "profile", "replay", "rules"),
}
Opens = Callable[..., Player]


@pytest.fixture
def opens(worker, smtp: Post, open_page) -> Iterator[Opens]:
    """Somebody comes upon the site with a browser of their own. Nothing of it may be refused in the walk."""
    refused: list[str] = []

    def on_response(response: Response) -> None:
        if response.status >= 400:
            refused.append(f"{response.request.method} {response.url}: {response.status}")

    def opens(name: str, **how: Any) -> Player:
        page = open_page(how.pop("device", DESKTOP), **how)
        page.on("response", on_response)
        page.add_init_script(f"({UNSEEN})()")
        page.goto("/")
        return Player(name, page, Mailbox(smtp, f"{name}@example.org"))

    yield opens
    assert refused == []


@dataclass
class Inspector:
    """Has axe look at each kind of page once."""

    accessible: Callable[[Page], None]
    seen: set[str] = field(default_factory=set)

    def __call__(self, page: Page, kind: str) -> None:
        """Look, unless such a page was seen."""
        if kind not in self.seen:
            self.accessible(page)
            self.seen.add(kind)


@pytest.fixture
def look(accessible) -> Inspector:
    """Somebody who looks at the pages of the walk."""
    return Inspector(accessible)


def nothing(page: Page, kind: str) -> None:
    """Look at nothing."""


# Without script


def test_two_people_play_a_whole_game_without_script(opens):
    mei, joon = players = [opens(name, java_script_enabled=False) for name in ("mei", "joon")]
    second = opens("mei", java_script_enabled=False, device=PHONE)
    for who in players:
        who.page.get_by_role("link", name="Sign up").click()
        walk.sign_up(who, nothing)
    walk.sign_in(second.page, "mei")
    walk.ask_to_join(joon.page, walk.open_table(mei.page, nothing, "Drawn at the start"), nothing)
    expect(joon.page.get_by_text("The table is full: the game has started.")).to_be_visible()
    composer = Composer(nothing)

    def arrive(who: Player, letter: EmailMessage) -> None:
        who.page.goto(button_of(letter))

    def take(who: Player) -> None:
        if who is mei and who.turns == 1:
            keep_and_go_on(mei, second.page, composer)
        else:
            who.send(composer.whole_turn, click)

    walk.play(players, arrive, take)
    assert composer.done == {"exchange", "give back", "dedicate"}
    all_tell_the_same(players)


def keep_and_go_on(mei: Player, second: Page, composer: Composer) -> None:
    """Keep a draft on one device and send it from another."""
    composer.before_the_tile(mei.page, click)
    composer.the_tile(mei.page, click)
    mei.page.get_by_role("button", name="Keep as draft").click()
    expect(mei.page.get_by_role("button", name="Keep as draft")).to_have_count(0)
    goes_on(mei, second)


# With script


@dataclass
class Walk:
    """The walk with script: who plays, on what, and how a turn is made."""

    mei: Player
    joon: Player
    phone: Page
    composer: Composer
    look: Look

    def arrive(self, who: Player, letter: EmailMessage) -> None:
        """At first everybody stays at the table, later they come by the button of each letter."""
        if tells(letter, "has started") or (who.turns > 1 and not tells(letter, "is over")):
            who.page.goto(button_of(letter))
            who.page.evaluate("window.stayed = true")

    def take(self, who: Player) -> None:
        """Take one of the special turns, or a usual one, once the page shows that it is time."""
        special = {("mei", 0): self.keys, ("mei", 1): self.two_devices, ("mei", 2): self.fingers}
        special |= {("joon", 0): self.second_thoughts, ("mei", 7): self.grown_lake}
        expect(who.page).to_have_title(f"(1) Your turn: {TITLE}", timeout=SOON)
        self.look(who.page, "place")
        special.get((who.name, who.turns), self.usual)(who)
        if who.turns <= 2:
            seen_by_others(who, self.others(who), self.look)

    def others(self, who: Player) -> Player:
        """The other person."""
        return self.joon if who is self.mei else self.mei

    def usual(self, who: Player) -> None:
        """With the mouse."""
        who.send(self.composer.whole_turn, click)
        self.look(who.page, "sent")

    def keys(self, who: Player) -> None:
        """By keyboard alone."""
        at_table.place_by_keys(who.page)
        who.turns += 1

    def second_thoughts(self, who: Player) -> None:
        """Choose, turn, think better of it, choose again."""
        at_table.choose_tile(who.page, click)
        at_table.choose_place(who.page, click)
        at_table.turn(who.page, click)
        at_table.undo(who.page, click)
        expect(at_table.ghost(who.page)).to_have_count(0)
        self.usual(who)

    def two_devices(self, who: Player) -> None:
        """Begin at the desktop and go on with the phone."""
        self.composer.before_the_tile(who.page, click)
        self.composer.the_tile(who.page, click)
        goes_on(who, self.phone)

    def fingers(self, who: Player) -> None:
        """By touch alone, on the phone."""
        fits(self.phone, who)
        who.send(self.composer.whole_turn, tap, self.phone)
        self.look(at_its_end(self.phone), "on the phone")

    def grown_lake(self, who: Player) -> None:
        """Look at the lake on the phone when it is large."""
        fits(self.phone, who)
        self.look(at_its_end(self.phone), "grown lake")
        self.usual(who)


def test_two_people_play_a_whole_game_with_script(opens, look):
    mei, joon = opens("mei", timezone_id="Europe/Oslo"), opens("joon", timezone_id="Asia/Seoul")
    phone = opens("mei", device=PHONE).page
    look(mei.page, "home")
    mei.page.get_by_role("link", name="Sign up").first.click()
    walk.sign_up(mei, look)
    look(mei.page, "no game yet")
    mei.page.get_by_role("button", name="Yes, show my own time").click()
    link = walk.open_table(mei.page, look, "Chosen")
    walk.ask_to_join(joon.page, link, look)
    walk.sign_up(joon, look)
    expect(joon.page.get_by_text("You have a seat at the table that you came for.")).to_be_visible()
    visit(phone, look, {"sign in": "/account/login/", "open tables": "/tables/", "rules": "/rules/lanterns/"})
    walk.sign_in(phone, "mei")
    visit(phone, look, {"games that wait": "/games/", "settings": "/settings/"})
    it = Walk(mei, joon, phone, Composer(look), look)
    walk.play([mei, joon], it.arrive, it.take)
    assert it.composer.done == {"exchange", "give back", "dedicate"}
    shows_the_end(joon, look)
    all_tell_the_same([mei, joon])
    assert [len(who.got("has started")) for who in (mei, joon)] == [1, 1]
    assert [zone_in(who) for who in (mei, joon)] == ["Europe/Oslo", "UTC"]
    mei.page.go_back()
    fits(phone, mei)
    visit(phone, look, {"history": "/people/joon/games/", "profile": "/people/joon/"})
    assert look.seen == KINDS


def visit(page: Page, look: Look, addresses: dict[str, str]) -> None:
    """Look at pages beside the way."""
    for kind, address in addresses.items():
        page.goto(address)
        look(page, kind)


def shows_the_end(who: Player, look: Look) -> None:
    """The page that stayed open shows the result by itself, and leads to the replay."""
    expect(who.page.locator("table.score")).to_be_visible(timeout=SOON)
    expect(who.page.get_by_text("The result is being written")).to_have_count(0, timeout=SOON)
    look(who.page, "result")
    who.page.get_by_role("link", name="Replay").click()
    look(who.page, "replay")
    who.page.go_back()


def seen_by_others(who: Player, other: Player, look: Look) -> None:
    """What somebody has sent appears in the page that the other has open."""
    sent = who.page.locator(".log li").first
    number, told = sent.locator(".no").inner_text(), sent.locator(".what").inner_text()
    shown = other.page.locator(".log li", has=other.page.locator(f".no:text-is('{number}')"))
    expect(shown).to_be_visible(timeout=SOON)
    look(other.page, "waiting")
    assert told.partition(" placed ")[2].partition(".")[0] in shown.inner_text()
    assert other.page.evaluate("window.stayed")


def goes_on(who: Player, second: Page) -> None:
    """Another device shows what was composed, and sends it."""
    second.goto(who.page.url)
    expect(at_table.ghost(second)).to_have_attribute("aria-label", at_table.lies(who.page))
    at_table.turn(second, tap)
    at_table.confirm(second, tap)
    who.turns += 1


def fits(page: Page, who: Player) -> None:
    """The page at which somebody is needs no scrolling sideways on any phone."""
    page.goto(who.page.url)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 740})
        needed, there = page.evaluate(WIDTH)
        assert needed <= there == width, f"{width} px: {page.evaluate(BEYOND, width)}"


def at_its_end(page: Page) -> Page:
    """The page, scrolled to where the panel that sticks to its foot covers nothing."""
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    return page


# What everybody is told


def all_tell_the_same(players: list[Player]) -> None:
    """Result pages, mails and histories agree, and each turn was told by one mail."""
    mei, joon = players
    result = standings_on(after_the_end(mei))
    assert set(result) == {"mei", "joon", HOUSE}
    assert standings_on(after_the_end(joon)) == result
    for who, other in ((mei, joon), (joon, mei)):
        (letter,) = who.got("is over")
        assert standings_in(letter) == result
        assert told_by_history(who.page, who.name, TITLE) == expected_in_history(result, who.name)
        each_turn_was_told(who, other)


def after_the_end(who: Player) -> Page:
    """The result page, by the mail's button."""
    who.page.goto(button_of(who.got("is over")[0]))
    return who.page


def each_turn_was_told(who: Player, other: Player) -> None:
    """One letter a turn, with what the others did since the one before."""
    letters = who.got("our turn")
    assert len(letters) == who.turns
    for letter in letters[1:4]:
        assert f"{other.name} placed a tile at " in recap_of(letter)
        assert f"{HOUSE} placed a tile at " in recap_of(letter)


def zone_in(who: Player) -> str:
    """The zone in which the last turn's letter tells until when to play."""
    return part_of(who.got("Your turn in")[-1], "plain").partition("(")[2].partition(")")[0]
