"""Two people who play a whole game through the pages: what they do there, and what they read."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from email.message import EmailMessage

from playwright.sync_api import Page, expect

from tests.browser import walk_turn as at_table
from tests.browser.walk_mail import PATIENCE, Mailbox, confirmation_in, tells
from tests.browser.walk_turn import Press
from tests.servers.processes import soon

PASSWORD = "quiet-harbour-7"
TITLE = "Slow cup"
HOUSE = "House"

Look = Callable[[Page, str], None]
Arrive = Callable[["Player", EmailMessage], None]
Take = Callable[["Player"], None]


@dataclass
class Player:
    """Somebody at a browser and a mailbox of their own; `turns` are those that they have sent."""

    name: str
    page: Page
    mail: Mailbox
    letters: list[EmailMessage] = field(default_factory=list)
    turns: int = 0

    def read(self) -> EmailMessage:
        """The next letter."""
        self.letters.append(self.mail.take())
        return self.letters[-1]

    def got(self, subject: str) -> list[EmailMessage]:
        """The letters whose subject says so."""
        return [letter for letter in self.letters if tells(letter, subject)]

    def send(self, compose: Callable[[Page, Press], None], press: Press, page: Page | None = None) -> None:
        """Make a turn, here or on another device."""
        compose(page or self.page, press)
        self.turns += 1


def sign_up(who: Player, look: Look) -> None:
    """Make an account on the page that is open, and confirm the address by the link in the mail."""
    page = who.page
    page.get_by_label("Name", exact=True).fill(who.name)
    page.get_by_label("E-mail address").fill(who.mail.address)
    page.get_by_label("Password").fill(PASSWORD)
    look(page, "sign up")
    page.get_by_role("button", name="Create account").click()
    expect(page.get_by_role("heading", name="Look into your mail")).to_be_visible()
    look(page, "look into your mail")
    page.goto(confirmation_in(who.read()))
    look(page, "confirm the address")
    page.get_by_role("button", name="Yes, confirm it").click()
    expect(page.get_by_label(f"Account: {who.name}")).to_be_visible()


def sign_in(page: Page, name: str, password: str = PASSWORD) -> None:
    """Sign in on a device."""
    page.goto("/account/login/")
    page.get_by_label("Name or e-mail address").fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_label(f"Account: {name}")).to_be_visible()


def signed_in(page: Page, name: str, url: str) -> Page:
    """The same page, in a browser in which somebody is signed in."""
    from games.models import Person
    from tests.site.cast import as_client

    session = as_client(Person.objects.get(username=name)).cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": url}])
    return page


def open_table(page: Page, look: Look, seating: str) -> str:
    """Open a table for three, one of them a house player. Returns the link for others.

    Where seats are chosen, who opens the table plays first.
    """
    page.get_by_role("navigation", name="Main").get_by_role("link", name="New table").click()
    page.get_by_label("3", exact=True).check()
    page.get_by_label("Player 2", exact=True).select_option("House, sensible")
    page.get_by_label("Name of the table").fill(TITLE)
    page.get_by_label("Your lucky word").fill("lotus")
    page.get_by_text(seating, exact=True).click()
    look(page, "new table")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_text("1 seat is free")).to_be_visible()
    look(page, "open table, as its owner")
    return page.get_by_label("The link to this table").input_value()


def ask_to_join(page: Page, link: str, look: Look) -> None:
    """Follow the link to the table and ask for the free seat."""
    page.goto(link)
    look(page, "open table, as a guest")
    page.get_by_role("button", name="Join").click()


def play(players: Sequence[Player], arrive: Arrive, take: Take) -> None:
    """Each comes by every letter that they get, and takes the turn that a letter tells of, to the end.

    All have come before anybody takes a turn.
    """
    for player in players:
        arrive(player, player.read())
    told = list(players)
    while True:
        for player in told:
            if tells(player.letters[-1], "our turn"):
                take(player)
        if all(player.got("is over") for player in players):
            return
        assert soon(lambda: any(player.mail.unread for player in players), PATIENCE), "nobody was told"
        told = [player for player in players if player.mail.unread]
        for player in told:
            arrive(player, player.read())


@dataclass
class Composer:
    """Composes turns so that in one game each step of a turn is needed at least once.

    Until somebody had to give lanterns back nobody dedicates; placing where it earns most soon pays for
    an exchange. `done` are the steps that were taken.
    """

    look: Look
    done: set[str] = field(default_factory=set)

    def before_the_tile(self, page: Page, press: Press) -> None:
        """All of a turn that comes before its tile."""
        if "exchange" not in self.done and at_table.can_open(page, "exchange"):
            self.exchange_twice(page, press)
        if at_table.is_over_twelve(page) and "give back" not in self.done:
            self.give_back(page, press)
        elif at_table.is_open(page, "Dedicate"):
            self.dedicate_or_skip(page, press)

    def exchange_twice(self, page: Page, press: Press) -> None:
        """Exchange, think better of it, and exchange again."""
        at_table.open_exchange(page, press)
        self.look(page, "exchange")
        at_table.exchange(page, press)
        at_table.undo(page, press)
        at_table.open_exchange(page, press)
        at_table.exchange(page, press)
        self.done.add("exchange")

    def give_back(self, page: Page, press: Press) -> None:
        """Give back what is above twelve."""
        self.look(page, "over twelve")
        at_table.open_giving_back(page, press)
        self.look(page, "give back")
        at_table.give_back(page, press)
        self.done.add("give back")

    def dedicate_or_skip(self, page: Page, press: Press) -> None:
        """Dedicate, unless there is still something to be waited for."""
        self.look(page, "dedicate")
        if "give back" in self.done or at_table.is_last(page):
            at_table.dedicate(page, press)
            self.done.add("dedicate")
            self.look(page, "dedicated")
        else:
            at_table.skip(page, press)

    def the_tile(self, page: Page, press: Press) -> None:
        """Choose a tile and the place; on the last turn there is none."""
        if at_table.is_last(page):
            return
        at_table.choose_tile(page, press)
        at_table.choose_place(page, press)
        self.look(page, "tile chosen")

    def whole_turn(self, page: Page, press: Press) -> None:
        """A whole turn, sent."""
        self.before_the_tile(page, press)
        self.the_tile(page, press)
        at_table.confirm(page, press)
