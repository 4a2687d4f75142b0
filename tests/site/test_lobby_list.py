"""The lists of tables: everybody's, one's own, and the way to the next game."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse

from games import store
from games.actions import lobby
from games.pages import rows
from tests.site.cast import as_client, finished, person, running
from tests.site.tables import listed, opened, text

LONG = "x" * 100_000


def test_anybody_sees_the_public_tables(mei, joon, client):
    opened(mei, joon, title="Rainy week", pace_days=7)
    page = text(client.get(reverse("lobby")))
    assert "Rainy week" in page
    assert "Lanterns by mei · 7 days a turn" in page
    assert "2 seats free" in page


def test_a_table_by_link_is_in_no_public_list(mei, joon, client):
    opened(mei, title="Ours alone", public=False)
    running(mei, joon, title="Ours too", public=False)
    for query in ("", "?show=running"):
        assert "Ours" not in text(client.get(reverse("lobby") + query))


def test_the_list_shows_what_is_unusual_about_a_table(mei, client):
    opened(mei, options={"edition": "preview", "lanterns": "hidden"})
    page = text(client.get(reverse("lobby")))
    assert "Edition: Preview edition" in page
    assert "Lantern cards: Hidden" in page


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("size=2", {"two"}),
        ("size=4", {"four"}),
        ("pace=1", {"two"}),
        ("free=1", {"two"}),
        ("free=2", {"four"}),
        ("rules=lanterns&size=4&pace=3&free=2", {"four"}),
        ("size=3", set()),
        ("size=9&pace=x&free=&rules=chess", {"two", "four"}),
        (f"size={LONG}&rules=%00", {"two", "four"}),
    ],
)
def test_the_list_is_filtered_and_nonsense_is_no_filter(mei, joon, client, query, found):
    opened(mei, size=2, pace_days=1, title="two")
    opened(mei, joon, title="four")
    answer = client.get(reverse("lobby") + "?" + query)
    assert answer.status_code == 200
    assert set(listed(answer)) == found


def test_names_and_titles_are_shown_as_text(mei, joon, client):
    opened(mei, title="<script>alert(1)</script>")
    running(mei, joon, title='"><img src=x onerror=y>')
    for query in ("", "?show=running"):
        page = client.get(reverse("lobby") + query).content.decode()
        assert "<script>alert" not in page
        assert "<img" not in page


def test_the_list_comes_twenty_at_a_time(mei, now, client):
    for number in range(21):
        opened(mei, title=f"table {number}", now=now + timedelta(minutes=number))
    first = client.get(reverse("lobby"))
    assert listed(first) == [f"table {n}" for n in range(20, 0, -1)]
    assert "page=2" in first.content.decode()
    second = client.get(reverse("lobby") + "?size=4&page=2")
    assert listed(second) == ["table 0"]
    assert "?size=4&amp;page=1" in second.content.decode()


@pytest.mark.parametrize("page", ["0", "-1", "x", "9" * 5000, "99999999", "%00", "1.5", "²"])
def test_a_page_number_that_makes_no_sense_is_the_first_or_an_empty_page(mei, client, page):
    opened(mei)
    assert client.get(f"{reverse('lobby')}?page={page}").status_code == 200


def test_anybody_may_watch_public_games(mei, joon, client):
    running(mei, joon, title="Night ferry")
    page = text(client.get(reverse("lobby") + "?show=running"))
    assert "Night ferry" in page
    assert "waiting for mei" in page


def test_next_leads_to_the_game_that_runs_out_first(mei, joon, now):
    running(mei, joon, now=now + timedelta(hours=1))
    urgent = running(mei, joon)
    running(joon, mei)
    answer = as_client(mei).get(reverse("next"))
    assert (answer.status_code, answer["Location"]) == (302, urgent.get_absolute_url())


def test_next_leads_to_the_list_where_nothing_waits(mei, joon):
    running(joon, mei)
    answer = as_client(mei).get(reverse("next"), follow=True)
    assert answer.redirect_chain[-1][0] == reverse("games")
    assert "No game waits for you now." in text(answer)


def test_ones_own_list_has_what_waits_first_then_the_rest(mei, joon, ines, now):
    running(mei, joon, title="mine to play")
    running(joon, mei, title="theirs to play")
    opened(mei, title="still open")
    invitation = opened(ines, title="come along")
    lobby.invite(invitation.id, ines, "mei", now)
    finished(mei, joon, title="long over")
    answer = as_client(mei).get(reverse("games"))
    page = text(answer)
    places = [
        page.index(it) for it in ("mine to play", "theirs to play", "still open", "come along", "long over")
    ]
    assert places == sorted(places)
    assert "One game waits for you" in page
    assert "being counted" in page


def test_a_newcomer_is_told_where_to_begin(mei):
    page = text(as_client(mei).get(reverse("games")))
    assert "Sit down at an open table, or open one of your own." in page


def test_ones_own_list_is_for_oneself(client, db):
    assert client.get(reverse("games")).status_code == 302


def test_others_games_are_not_in_ones_own_list(mei, joon, ines):
    running(joon, ines, title="none of mine")
    opened(person("noor"), title="nor this")
    page = text(as_client(mei).get(reverse("games")))
    assert "none of mine" not in page
    assert "nor this" not in page


def test_games_that_wait_for_one_are_shown_with_their_lakes(mei, joon):
    for _ in range(rows.PICTURED + 1):
        running(mei, joon)
    page = as_client(mei).get(reverse("games")).content.decode()
    assert page.count('<svg class="mini"') == rows.PICTURED + 1
    assert page.count("#l-red") == rows.PICTURED, "the others have dots"


def test_a_lake_is_drawn_also_where_the_game_was_not_looked_at_lately(mei, joon):
    game = running(mei, joon)
    shown = as_client(mei).get(reverse("games")).content
    store._positions.pop(game.slug)
    assert as_client(mei).get(reverse("games")).content.count(b"<use") == shown.count(b"<use")
    assert store.known(game.slug, game.seq) is not None
