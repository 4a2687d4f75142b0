"""Going back through a game: each position at its own address, and nothing more than was known then."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from games import tables
from games.models import Game
from tests.site.cast import as_client, finished, running
from tests.site.tables import opened
from tests.site.worlds import after_turns, kept, redeal, seen

HTMX = {"HX-Request": "true"}
HIDDEN = {"edition": "printed", "lanterns": "hidden"}


def at(game: Game, ply: int) -> str:
    return reverse("table_at", args=[game.slug, ply])


def page(game: Game, ply: int, person=None, **extra) -> str:
    answer = as_client(person).get(at(game, ply), **extra)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.fixture
def played(mei, joon) -> Game:
    """A running game of two after nine turns: joon is to act."""
    return after_turns(running(mei, joon), mei, joon, turns=9)


def test_every_position_of_a_running_game_has_an_address(played, ines):
    assert "You are looking at the start." in page(played, 0, ines)
    for ply in range(1, played.seq + 1):
        assert f", step {ply} of {played.seq}." in page(played, ply, ines)


def test_every_position_of_an_ended_game_has_an_address(mei, joon):
    game = kept("final-round-discard", mei, joon)
    last = tables.table_for(game.slug, mei).plies
    for ply in (1, last - 1, last):
        assert f", step {ply} of {last}." in page(game, ply, mei)


@pytest.mark.parametrize("ply", [10, 11, 10**9, 10**30])
def test_there_is_nothing_beyond_the_last_step(played, ply):
    assert as_client(None).get(f"/t/{played.slug}/at/{ply}/").status_code == 404


@pytest.mark.parametrize("text", ["-1", "x", "1.5", "٣", "", "%00"])
def test_what_is_no_number_is_no_position(played, text):
    assert as_client(None).get(f"/t/{played.slug}/at/{text}/").status_code in (404, 302)


def test_a_table_that_has_not_started_has_no_past(mei):
    game = opened(mei)
    assert as_client(mei).get(at(game, 0)).status_code == 404


def test_a_table_that_is_not_there_has_no_past(db):
    assert as_client(None).get("/t/nothing/at/0/").status_code == 404


@pytest.mark.parametrize(
    ("asked", "ply"), [("7", 7), ("0", 0), ("", 0), ("x", 0), ("-3", 0), ("9" * 30, 0), ("٣", 0)]
)
def test_the_slider_without_script_leads_to_its_position(played, asked, ply):
    answer = as_client(None).get(reverse("table_seek", args=[played.slug]), {"ply": asked})
    assert (answer.status_code, answer["Location"]) == (302, at(played, ply))


def test_no_place_can_be_chosen_in_the_past(played, mei, joon):
    assert 'class="spot' in as_client(joon).get(played.get_absolute_url()).content.decode()
    for ply in range(played.seq + 1):
        for person in (mei, joon):
            text = page(played, ply, person)
            assert 'class="spot' not in text
            assert 'name="moves"' not in text


def test_a_choice_in_the_address_is_not_looked_at(played, joon):
    plain = page(played, 9, joon)
    asked = as_client(joon).get(
        at(played, 9), {"tile": "3", "at": "0,1", "turn": "1", "open": "exchange", "as": "0"}
    )
    assert seen(asked.content.decode()) == seen(plain)


def test_a_player_sees_the_own_hand_of_that_moment(played, mei):
    for ply in (0, 5, 9):
        table = tables.table_at(played.slug, mei, ply)
        assert page(played, ply, mei).count('class="hand-tile"') == len(table.view.hands[0]) == 3
    assert tables.table_at(played.slug, mei, 0).view.hands[0] != table.view.hands[0]


def test_somebody_who_watches_sees_no_hand(played, ines):
    for person in (ines, None):
        assert "hand-tile" not in page(played, 5, person)
        assert "You watch this game; hands stay hidden." in page(played, 5, person)


def test_what_others_held_shows_in_no_position(played, mei, joon, ines):
    """What is hidden is dealt anew: no position looks different to whoever could not know it."""
    viewers = ((mei, 0), (joon, 1), (ines, None), (None, None))
    plies = range(played.seq + 1)
    for person, viewer in viewers:
        before = [seen(page(played, ply, person)) for ply in plies]
        redeal(played, viewer)
        assert [seen(page(played, ply, person)) for ply in plies] == before


def test_what_others_hold_shows_on_no_table(played, mei, joon, ines):
    address = played.get_absolute_url() + "?log=all"
    for person, viewer in ((mei, 0), (joon, 1), (ines, None), (None, None)):
        client = as_client(person)
        before = seen(client.get(address).content.decode())
        redeal(played, viewer)
        assert seen(client.get(address).content.decode()) == before


def test_hidden_lanterns_stay_hidden_in_the_past(mei, joon, ines):
    game = after_turns(running(mei, joon, options=HIDDEN), mei, joon, turns=9)
    assert tables.table_at(game.slug, ines, 5).view.cards == (None, None)
    assert "#lantern" in page(game, 5, ines)


def test_the_log_of_an_ended_game_holds_nothing_back(mei, joon, ines):
    game = kept("hidden-lanterns")
    said = [str(it) for turn in tables.table_for(game.slug, ines).log for it in turn.sentences]
    assert not any("matching one side" in it or "lantern" in it for it in said)


def test_the_step_is_told_in_words_for_whoever_does_not_see_it(played, joon):
    (said,) = re.findall(r'data-say="([^"]*)"', page(played, 9, joon))
    assert said.startswith("Turn 9, step 9 of 9. mei placed a tile at ")


def test_a_swap_brings_the_part_and_its_title(played, mei):
    text = page(played, 4, mei, headers=HTMX)
    assert text.lstrip().startswith("<title>Turn 4, step 4 of 9: ")
    assert "<html" not in text
    assert 'id="table"' in text
    assert 'id="say"' not in text


def test_it_tells_the_turn_of_its_list_beside_the_step(mei, joon):
    game = kept("final-round-discard", mei, joon)
    turns = tables.table_for(game.slug, mei).log
    late = next(turn for turn in turns if turn.ply > turn.number)
    said = f"Turn {late.number}, step {late.ply} of {turns[-1].ply}"
    assert f'tabindex="-1">{said}</h2>' in page(game, late.ply, mei)
    assert f'<li><span class="no">{late.number}</span>' in page(game, late.ply, mei)
    assert "move" not in re.sub(r"<[^>]*>", "", page(game, late.ply, mei)).lower()


def test_before_the_first_turn_the_list_says_so(played, mei, joon):
    assert "No turn yet." in page(played, 0, mei)
    assert "No turn yet." not in page(played, 1, mei)
    table = as_client(mei).get(running(mei, joon).get_absolute_url()).content.decode()
    assert "No turn yet." in table
    assert 'id="log"' not in table


def test_the_own_hand_is_called_private_only_while_the_game_runs(played, mei, joon):
    assert "Only you see these." in page(played, 5, mei)
    over = page(finished(mei, joon), 5, mei)
    assert 'class="hand-tile"' in over
    assert "Only you see these." not in over


def test_the_way_on_ends_at_both_ends(played):
    first, last = page(played, 0), page(played, 9)
    assert f'href="{at(played, 1)}"' in first
    assert 'id="replay-back" role="link" aria-disabled="true"' in first
    assert f'href="{at(played, 8)}"' in last
    assert 'id="replay-next" role="link" aria-disabled="true"' in last


def test_it_leads_back_to_now_or_to_the_result(played, mei, joon):
    assert "Back to now" in page(played, 3)
    assert "To the result" in page(finished(mei, joon), 3)


def test_the_table_leads_to_its_past(played, ines):
    text = as_client(ines).get(played.get_absolute_url()).content.decode()
    assert f'href="{at(played, 8)}"' in text
    assert f'href="{at(played, 0)}"' in text


def test_nothing_of_it_is_kept_by_the_browser(played, mei):
    answer = as_client(mei).get(at(played, 3))
    assert "no-store" in answer["Cache-Control"]


def test_going_back_asks_little_of_the_database(played, mei, django_assert_max_num_queries):
    client = as_client(mei)
    client.get(at(played, 9))
    with django_assert_max_num_queries(8):
        client.get(at(played, 3))
