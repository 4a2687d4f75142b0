"""The page of a table's time and people, for tests: what it says, its forms, and what they answer."""

from __future__ import annotations

import re

from django.contrib.messages import get_messages
from django.db import transaction
from django.urls import reverse

from games.actions import watch
from games.models import Game, Person
from tests.site.accounts import sound
from tests.site.asking import everything
from tests.site.cast import as_client
from tests.site.tables import text

FORMS = {
    "table_nudge": {"phrase": "curious", "moved": "0"},
    "table_give_time": {"moved": "0", "given": "0"},
    "table_propose": {"kind": "pause", "days": "3"},
    "table_answer": {"question": "1", "answer": "yes"},
    "table_withdraw": {"question": "1"},
    "table_back": {},
    "table_take_win": {},
    "table_stand_in": {"answer": "yes"},
    "table_mute": {"answer": "yes"},
    "table_resign": {"sure": "yes"},
    "table_terms": {"pace": "7"},
}


def address(game: Game) -> str:
    return reverse("table_around", args=[game.slug])


def page(game: Game, by: Person | None) -> str:
    """The page as it is sent, which is sound."""
    return sound(as_client(by).get(address(game)))


def read(game: Game, by: Person | None) -> str:
    """What the page says."""
    return text(as_client(by).get(address(game)))


def forms(game: Game, by: Person | None, where: str = "") -> list[str]:
    """The table's forms on a page, by the last part of their address, with what they choose.

    Whatever else somebody may do, they may mute the table: that is left out.
    """
    found = as_client(by).get(where or address(game)).content.decode()
    main = found[found.index("<main") : found.index("</main>")]
    sent = re.findall(
        rf'<form[^>]* action="/t/{re.escape(game.slug)}/([^"]*)/">(.*?)</form>', main, flags=re.S
    )
    return [_named(name, inside) for name, inside in sent if name != "mute"]


def _named(name: str, inside: str) -> str:
    chosen = re.search(r'name="(?:kind|answer)" value="(\w+)"', inside)
    return f"{name} {chosen[1]}" if chosen else name


def frozen(game: Game, now) -> None:
    with transaction.atomic():
        watch.freeze(Game.objects.select_for_update().get(id=game.id), "a test", now)


def send(game: Game, by: Person | None, name: str, **fields: object):
    """Send a form; what its usual fields are not told otherwise."""
    given = {key: str(value) for key, value in (FORMS[name] | fields).items()}
    return as_client(by).post(reverse(name, args=[game.slug]), given)


def said(answer) -> str:
    """What stands above the page that a form leads to."""
    assert answer.status_code == 302, answer
    return " ".join(it.message for it in get_messages(answer.wsgi_request))


def refused(game: Game, by: Person, name: str, **fields: object) -> str:
    """Why a form was refused, in a sentence; nothing has changed by it."""
    before = everything()
    sentence = said(send(game, by, name, **fields))
    assert everything() == before
    return sentence
