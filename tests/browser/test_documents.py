"""The pictures of the documents: `make screenshots` takes them, any other run sees that they can be taken."""

from __future__ import annotations

import random

from django.utils import timezone
from playwright.sync_api import expect

from games.actions import play
from games.models import Person
from tests.browser import walk_turn as at_table
from tests.browser.conftest import DESKTOP
from tests.browser.walk import signed_in
from tests.browser.walk_turn import click

TURNS = 12


def test_a_table_in_the_middle_of_a_game_with_a_turn_being_composed(
    game, open_page, site_url, picture, monkeypatch
):
    chance = random.Random(1)  # so that the picture changes only with what it shows
    monkeypatch.setattr("random.SystemRandom", lambda: chance)
    while game.turns_done < TURNS:
        person = game.seats.get(number=game.to_act).person_id
        play.submit_turn(game.id, person, game.seq, play.suggested_turn(game), timezone.now())
        game.refresh_from_db()
    Person.objects.update(time_zone="Europe/Oslo")
    page = signed_in(open_page(DESKTOP), "mei", site_url)
    page.goto(game.get_absolute_url())
    place = page.locator('a[data-step="place"]')
    if place.count():
        place.first.click()
    at_table.choose_tile(page, click)
    at_table.choose_place(page, click)
    expect(page.locator("[data-confirm]")).to_be_enabled()
    picture(page, "table")
