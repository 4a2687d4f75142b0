"""Titania on the site: composing, steps that are sent at once, and every page that shows the game."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pytest
from django.urls import reverse

from games import store
from games.actions import play
from games.models import Draft, Event, Game, Notice, Person
from games.notices.compose import compose
from games.rules import titania
from games.rules.titania.pieces import CARD_SHIPS, CARDS, SHIPS
from tests.site.cast import NOW, a_turn, as_client, finished, running
from tests.site.tables import text
from tests.site.worlds import forget

TITANIA: dict[str, Any] = {"rules": "titania", "options": {"one_space_per_crane_visit": False}}


@pytest.fixture
def sea(mei, joon) -> Game:
    """A running game of Titania: mei is to act."""
    return running(mei, joon, **TITANIA)


def post(client, game: Game, where: str, **fields: object):
    """Post a form as the page does, and follow it to the page it leads to."""
    game.refresh_from_db()
    address = reverse(f"table_{where}", args=[game.slug])
    return client.post(address, {"seq": game.seq, **fields}, follow=True)


def state_of(game: Game):
    """The position as it stands."""
    game.refresh_from_db()
    return store.load(game).state


def test_a_step_that_lies_open_is_kept_in_the_draft_and_can_be_taken_back(sea, mei, joon):
    sail_on(sea, {0: mei, 1: joon})
    client, events = as_client(mei), Event.objects.count()
    page = post(client, sea, "draft", w1=a_step(sea, reveals=False))
    assert page.status_code == 200
    assert ">Change</button>" in page.content.decode()
    assert Event.objects.count() == events
    assert ">Change</button>" not in post(client, sea, "draft", keep=0).content.decode()


def sail_on(game: Game, people: dict) -> None:
    """Play until mei may take a step that shows nothing new."""
    while state_of(game).to_act != 0 or state_of(game).pending or not open_steps(game):
        seat = state_of(game).to_act
        moves = titania.legal_moves(state_of(game), seat)
        texts = [str(next((it for it in moves if titania.reveals(state_of(game), seat, it)), "draw"))]
        if state_of(game).pending and texts == ["draw"]:
            texts = a_turn(game)
        play.submit_turn(game.id, people[seat].id, game.seq, texts, NOW)


def open_steps(game: Game) -> list[str]:
    """The steps of the seat to act that show nothing new."""
    state = state_of(game)
    moves = titania.legal_moves(state, state.to_act)
    return [str(it) for it in moves if not titania.reveals(state, state.to_act, it)]


def a_step(game: Game, *, reveals: bool) -> str:
    """A step of the seat to act that shows something new, or one that does not; never the draw."""
    if not reveals:
        return open_steps(game)[0]
    state = state_of(game)
    moves = titania.legal_moves(state, state.to_act)
    return next(str(it) for it in moves if titania.reveals(state, state.to_act, it) and str(it) != "draw")


def test_a_ship_kept_as_a_choice_goes_once_its_card_is_played_for_another_space(sea, mei, joon):
    sail_on(sea, {0: mei, 1: joon})
    step = open_steps(sea)[0]
    card = step.rpartition(" ")[0]
    state = state_of(sea)
    moves = titania.legal_moves(state, 0)
    kept = next(str(it) for it in moves if str(it).startswith(card) and titania.reveals(state, 0, it))
    assert state.hands[0].count(CARDS.index(card.split()[1])) == 1
    post(as_client(mei), sea, "draft", choice=kept)
    post(as_client(mei), sea, "draft", w1=step)
    assert (Draft.objects.get().steps, Draft.objects.get().choice) == ([step], "")


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_a_step_that_turns_fog_is_sent_and_the_turn_goes_on(sea, mei, headers):
    running(mei, "sensibly")
    page = send(as_client(mei), sea, a_step(sea, reveals=True), headers)
    assert "That has been sent. Your turn goes on." in text(page)
    assert "Next game" not in text(page)
    assert state_of(sea).to_act == 0
    assert Event.objects.count() == 1


def test_what_was_sent_of_a_turn_that_goes_on_stays_in_the_panel_of_its_seat_alone(sea, mei, joon, ines):
    step = a_step(sea, reveals=True)
    space = step.rpartition(" ")[2]
    page = send(as_client(mei), sea, step, {})
    done = r'<li class="tstep is-done">(.*?)</li>'
    (line,) = re.findall(done, page.content.decode())
    assert f" {space}<" in line
    assert ">sent<" in line
    assert "<button" not in line
    for other in (joon, ines):
        assert not re.findall(done, as_client(other).get(sea.get_absolute_url()).content.decode())


def test_after_the_whole_turn_the_next_game_is_offered(sea, mei):
    running(mei, "sensibly")
    page = send(as_client(mei), sea, "draw", {"HX-Request": "true"})
    assert "Your turn has been sent." in text(page)
    assert "Next game" in text(page)


def test_a_part_of_a_turn_sent_twice_is_told_the_same(sea, mei):
    sea.refresh_from_db()
    step, address = a_step(sea, reveals=True), reverse("table_turn", args=[sea.slug])
    for _ in range(2):
        page = as_client(mei).post(address, {"seq": 0, "moves": [step]}, follow=True)
        assert "That has been sent. Your turn goes on." in text(page)
    assert Event.objects.count() == 1


def send(client, game: Game, step: str, headers: dict[str, str]):
    """Send one step of a turn, as the page does with script or without."""
    address = reverse("table_turn", args=[game.slug])
    return client.post(address, {"seq": game.seq, "moves": [step]}, headers=headers, follow=True)


def test_a_refused_step_is_told_on_the_page(sea, mei):
    (card, *_) = state_of(sea).hands[0]
    colour = SHIPS[CARD_SHIPS[card][0]]
    page = post(as_client(mei), sea, "draft", w1=f"sail {CARDS[card]} {colour} A1")
    assert page.status_code == 409
    assert "A1 is not next to" in text(page)


def test_a_step_that_shows_something_can_be_kept_but_not_applied(sea, mei):
    client, step = as_client(mei), a_step(sea, reveals=True)
    page = post(client, sea, "draft", choice=step)
    assert page.status_code == 200
    assert Draft.objects.get().choice == step
    assert "That cannot be undone." in text(page)


@pytest.mark.parametrize("who", ["mei", "joon", "ines"])
def test_a_seat_sees_its_own_cards_alone_a_watcher_none_and_nobody_the_fog(sea, mei, joon, ines, who):
    people = {"mei": mei, "joon": joon, "ines": ines}
    page = as_client(people[who]).get(sea.get_absolute_url())
    fans = len(re.findall('class="card[ "]', page.content.decode()))
    assert fans == {"mei": 4, "joon": 4, "ines": 0}[who]
    assert len(set(re.findall(r'aria-label="(\w+): fog"', page.content.decode()))) == 22


def test_the_turns_in_all_are_told_as_an_estimate_where_they_are_one(sea, game, mei):
    for shown, said in ((sea, r"[Tt]urn 1 of about \d+"), (game, r"[Tt]urn 1 of \d+")):
        assert re.search(said, text(as_client(mei).get(shown.get_absolute_url())))
    rows = text(as_client(mei).get(reverse("games")))
    assert re.search(r"Titania, turn 1 of about \d+", rows)
    assert re.search(r"Lanterns, turn 1 of \d+", rows)


@pytest.mark.parametrize(
    ("rules", "options", "said"),
    [
        ("titania", {"one_space_per_crane_visit": True}, "A crane visit builds on: One island only"),
        ("lanterns", {"edition": "preview", "lanterns": "open"}, "Edition: Preview edition"),
    ],
)
def test_a_running_table_says_what_is_unusual_about_its_rules(mei, joon, rules, options, said):
    unusual = running(mei, joon, rules=rules, options=options)
    assert said in text(as_client(mei).get(unusual.get_absolute_url()))


def test_a_table_of_the_usual_rules_speaks_of_no_variant(sea, game, mei):
    for usual in (sea, game):
        assert "Variants" not in text(as_client(mei).get(usual.get_absolute_url()))


SHEET = r'href="[^"]*games/{}[^"]*css"'


def test_its_own_table_loads_its_style_sheet_and_not_that_of_another_game(sea, game, mei):
    client = as_client(mei)
    for shown, own, other in ((sea, "titania", "lanterns"), (game, "lanterns", "titania")):
        for address in (shown.get_absolute_url(), reverse("table_at", args=[shown.slug, 0])):
            page = client.get(address).content.decode()
            assert re.search(SHEET.format(own), page)
            assert not re.search(SHEET.format(other), page)


def test_lists_load_the_style_sheets_of_all_games(sea, mei):
    for name in ("games", "lobby", "new_table", "rules_index"):
        page = as_client(mei).get(reverse(name)).content.decode()
        assert re.search(SHEET.format("titania"), page), name
        assert re.search(SHEET.format("lanterns"), page), name


def test_the_rules_page_says_that_the_sea_is_our_own_arrangement(client, db):
    assert "The sea you sail on is this site’s own arrangement" in text(client.get("/rules/titania/"))


def test_the_rules_page_shows_the_sea_under_a_name(client, db):
    page = client.get("/rules/titania/").content.decode()
    assert re.search(
        r'<svg class="board sea[^>]*role="img" aria-label="The board before the first turn"', page
    )


def test_a_replay_shows_every_move(sea, mei):
    client = as_client(mei)
    post(client, sea, "turn", moves=["draw"])
    page = client.get(reverse("table_at", args=[sea.slug, 1]))
    assert page.status_code == 200
    assert 'class="spot"' not in page.content.decode()


def test_an_ended_game_has_its_result_its_proof_and_its_mail(mei, joon):
    game = finished(mei, joon, **TITANIA)
    play.score(game.id, NOW)
    page = as_client(mei).get(game.get_absolute_url())
    assert page.status_code == 200
    assert "Starfish and shells left" in text(page)
    before = json.loads(unescape(re.search(r'data-before="([^"]*)"', page.content.decode())[1]))
    assert {"cards", "fog/1", "fog/2", "score"} <= set(before)
    notice = Notice.objects.filter(kind=Notice.Kind.RESULT, person=mei).get()
    assert "Starfish and shells left, which settle a tie:" in compose(notice, NOW).body


def test_the_mail_of_a_turn_tells_the_ships_that_are_left(sea, mei, joon):
    post(as_client(mei), sea, "turn", moves=["draw"])
    message = compose(Notice.objects.get(person=joon, kind=Notice.Kind.TURN), NOW)
    for body in (message.body, message.alternatives[0][0]):
        assert "red 15, blue 15, yellow 15" in str(body)


def test_a_ship_of_a_draft_is_on_the_sea_of_its_own_seat_alone_and_gone_when_taken_back(sea, mei, joon, ines):
    sail_on(sea, {0: mei, 1: joon})
    before = ships_seen(sea, mei)
    post(as_client(mei), sea, "draft", w1=next(it for it in open_steps(sea) if it.startswith("sail")))
    forget()
    assert len(ships_seen(sea, mei)) == len(before) + 1
    assert ships_seen(sea, ines) == ships_seen(sea, joon) == before
    post(as_client(mei), sea, "draft", keep=0)
    assert ships_seen(sea, mei) == before


def ships_seen(game: Game, person: Person) -> list[str]:
    """The ships that lie on somebody's sea, without the one that is only chosen."""
    page = as_client(person).get(game.get_absolute_url()).content.decode()
    board = re.search(r"<svg class=\"board.*?</svg>", page, re.S)[0]
    return re.findall(r'<use href="[^"]*#v-\w+" x="[^"]*" y="[^"]*" width="(?:50|46)"', board)
