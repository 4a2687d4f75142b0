"""The page behind a turn that a mail suggests: it shows the turn, and only its button sends it."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from urllib.parse import quote

import pytest
import time_machine
from django.test import Client

from games.actions import drafts, play
from games.models import Event, Notice
from games.notices import suggest
from games.notices.suggest import suggestions
from games.rules.registry import RULES
from games.tables import table_for
from tests.notices.test_links import rows
from tests.site import seas
from tests.site.accounts import sound
from tests.site.cast import NOW, a_turn, as_client, running
from tests.site.tables import text
from tests.site.test_races import at_once, crowd
from tests.site.worlds import after_turns, redeal, seen

SITE = "http://127.0.0.1:8000"
MOVED_ON = "The game has moved on since this turn was suggested."


@pytest.fixture(autouse=True)
def at_that_time():
    """Links are as old as their mails."""
    with time_machine.travel(NOW, tick=False):
        yield


def at_sea(*people, turns: int):
    """A game of Titania with some turns behind it."""
    options = {it.name: it.default for it in RULES["titania"].OPTIONS}
    return after_turns(running(*people, rules="titania", options=options), *people, turns=turns)


@pytest.fixture
def sea(mei, joon):
    """A game of Titania some turns on: mei is to act."""
    return at_sea(mei, joon, turns=6)


def links(game, person) -> list[str]:
    """The paths of the turns that a mail suggests to somebody."""
    notice = Notice(person=person, kind="turn", created_at=NOW, due_at=NOW)
    found = suggestions(table_for(game.slug, person), person, notice, NOW)
    return [it.url.removeprefix(SITE) for it in found]


def fields(client: Client, path: str) -> dict[str, list[str]]:
    """What the form of the page sends."""
    return {"moves": [*client.get(path).context["texts"]]}


def sent(client: Client, path: str, **changes):
    """The answer to the button of the page."""
    return client.post(path, fields(client, path) | changes)


def test_it_shows_the_turn_in_full_and_lays_it_out_on_the_board(game, mei):
    for path in links(game, mei):
        answer = as_client(mei).get(path)
        page = sound(answer)
        assert "for you" in text(answer)
        assert 'class="ghost' in page and " inert" in page
        assert answer["Referrer-Policy"] == "strict-origin" and "no-store" in answer["Cache-Control"]


def test_so_it_does_in_titania(sea, mei):
    for path in links(sea, mei):
        sound(as_client(mei).get(path))


def test_the_button_sends_just_that_turn(game, sea, mei):
    for it in (game, sea):
        client, before = as_client(mei), it.seq
        path = links(it, mei)[1]
        turn = fields(client, path)["moves"]
        answer = sent(client, path)
        assert answer.status_code == 302 and answer["Location"] == it.get_absolute_url()
        written = Event.objects.filter(game=it, seq__gt=before).order_by("seq").values_list("text", flat=True)
        assert [*written][: len(turn)] == turn
        assert "sent" in text(client.get(it.get_absolute_url()))


def test_only_the_button_does(game, mei):
    client = as_client(mei)
    before = rows()
    for path in links(game, mei):
        for _ in range(2):
            assert Client().get(path).status_code == 302
            client.get(path)
            client.head(path)
            client.get(f"{path}?tile=1&at=0,1&turn=2")
    assert rows() == before


def test_without_the_token_of_the_form_nothing_is_sent(game, mei):
    client = as_client(mei, enforce_csrf_checks=True)
    path = links(game, mei)[0]
    assert sent(client, path).status_code == 403
    assert not Event.objects.exists()


def test_somebody_not_signed_in_is_led_to_the_sign_in_and_back(game, mei):
    path = links(game, mei)[0]
    for answer in (Client().get(path), Client().post(path, {"moves": ["finish"]})):
        assert answer["Location"] == f"/account/login/?next={quote(path)}"


def test_somebody_else_learns_nothing_and_sends_nothing(game, mei, joon, ines):
    path = links(game, mei)[0]
    turn = fields(as_client(mei), path)
    for person in (joon, ines):
        for answer in (as_client(person).get(path), as_client(person).post(path, turn)):
            assert "somebody else" in sound(answer, 403)
            assert game.slug not in answer.content.decode() and "Place a tile" not in text(answer)
    assert not Event.objects.exists()


def test_a_turn_suggested_at_a_position_that_has_passed_is_not_sent(game, mei, joon):
    client, (first, other, *_) = as_client(mei), links(game, mei)
    turn = fields(client, other)
    sent(client, first)
    for answer in (client.get(other), client.post(other, turn)):
        page = sound(answer, 409)
        assert "The game has moved on since this" in page and game.get_absolute_url() in page
    assert Event.objects.count() == 1


def test_a_turn_sent_twice_is_sent_once_and_said_to_be_sent(game, mei):
    client, path = as_client(mei), links(game, mei)[0]
    turn = fields(client, path)
    for _ in range(2):
        answer = client.post(path, turn, follow=True)
        assert answer.status_code == 200 and "Your turn has been sent." in text(answer)
    assert Event.objects.count() == 1


def test_a_step_that_only_shows_something_is_sent_and_the_turn_goes_on(mei, joon):
    client, sea = as_client(mei), at_sea(mei, joon, turns=0)
    path = next(it for it in links(sea, mei) if "into the fog at" in text(client.get(it)))
    answer = client.post(path, fields(client, path), follow=True)
    assert "Your turn goes on." in text(answer)
    assert 3 <= len(links(sea, mei)) <= 5


def test_another_turn_than_the_one_of_the_link_is_not_sent(game, mei):
    client, (path, other, *_) = as_client(mei), links(game, mei)
    wrong = [fields(client, other)["moves"], a_turn(game), [], ["\x00"], ["place"], ["finish"] * 30]
    for moves in wrong:
        assert "moved on" in sound(client.post(path, {"moves": moves}), 409)
    assert not Event.objects.exists()


def test_a_link_is_good_for_two_weeks(game, mei):
    client, path = as_client(mei), links(game, mei)[0]
    turn = fields(client, path)
    with time_machine.travel(NOW + timedelta(days=13, hours=23), tick=False):
        assert client.get(path).status_code == 200
    with time_machine.travel(NOW + timedelta(days=14, seconds=1), tick=False):
        assert MOVED_ON in sound(client.get(path), 409)
        assert client.post(path, turn).status_code == 409


def test_what_is_composed_already_goes_and_the_page_says_so(game, mei):
    client, path = as_client(mei), links(game, mei)[0]
    assert "is dropped by it" not in text(client.get(path))
    drafts.choose(game.id, mei.id, 0, a_turn(game)[-1])
    assert "is dropped by it" in text(client.get(path))


def test_whoever_has_got_up_is_refused(game, mei):
    path = links(game, mei)[0]
    turn = fields(as_client(mei), path)
    game.seats.filter(number=0).update(resigned=True)
    answer = as_client(mei).post(path, turn)
    assert "You have no seat at this table." in sound(answer, 403)


@pytest.mark.parametrize("token", ["x", "WzFd:x", "%00", "a" * 3000, quote("‮")])
def test_a_link_that_is_none_of_ours_is_not_found(mei, token):
    for client in (as_client(mei), Client()):
        assert client.get(f"/mail/turn/{token}/").status_code == 404


def test_a_link_to_a_table_that_is_gone_is_not_found(game, mei):
    meant = suggest.read(links(game, mei)[0].split("/")[3])
    path = suggest.address(replace(meant, slug="nowhere")).removeprefix(SITE)
    assert as_client(mei).get(path).status_code == 404


def test_a_link_to_a_proposal_that_the_house_would_not_make_again_says_that_the_game_has_moved_on(game, mei):
    meant = suggest.read(links(game, mei)[0].split("/")[3])
    for changed in (replace(meant, mark="0" * 16), replace(meant, number=9)):
        path = suggest.address(changed).removeprefix(SITE)
        assert MOVED_ON in sound(as_client(mei).get(path), 409)


def test_another_world_gives_the_same_page(mei, joon):
    options = {"edition": "printed", "lanterns": "hidden"}
    game = after_turns(running(mei, joon, options=options), mei, joon, turns=8)
    before = [seen(as_client(mei).get(it).content.decode()) for it in links(game, mei)]
    redeal(game, 0)
    assert [seen(as_client(mei).get(it).content.decode()) for it in links(game, mei)] == before


def test_so_it_does_at_sea(sea, mei):
    before = [seen(as_client(mei).get(it).content.decode()) for it in links(sea, mei)]
    seas.redeal(sea, 0)
    assert [seen(as_client(mei).get(it).content.decode()) for it in links(sea, mei)] == before


def test_a_stand_in_may_send_the_turn(game, ines):
    game.seats.filter(number=0).update(deputy=ines, deputy_since=NOW)
    path = links(game, ines)[0]
    assert sent(as_client(ines), path).status_code == 302
    assert Event.objects.filter(kind="move").count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_posts_of_two_suggestions_one_is_accepted():
    mei, joon = crowd(2)
    game = running(mei, joon)
    browsers = [(as_client(mei), path) for path in links(game, mei)[:2]]
    turns = [(client, path, fields(client, path)) for client, path in browsers]
    answers = at_once([lambda it=it: it[0].post(it[1], it[2]) for it in turns])
    assert sorted(it.status_code for it in answers) == [302, 409]
    game.refresh_from_db()
    assert (game.seq, Event.objects.count()) == (1, 1)


def test_a_game_that_has_ended_takes_no_turn(game, mei):
    client, path = as_client(mei), links(game, mei)[0]
    turn = fields(client, path)
    while game.status == "running":
        play.submit_turn(game.id, game.waits_for_id, game.seq, a_turn(game), NOW)
        game.refresh_from_db()
    assert client.post(path, turn).status_code == 409
