"""The lists of tables: everybody's, one's own, and the way to the next game."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games import store
from games.actions import absence, lobby, people
from games.clock.terms import BANK, DAY, HOUR, MINUTE, NONE, SOCIABLE, SOFT, Gates, Pace, Terms
from games.models import Game
from games.pages import rows
from tests.site.cast import as_client, finished, person, running
from tests.site.tables import listed, opened, text
from tests.site.worlds import after_turns, forget

LONG = "x" * 100_000


def test_anybody_sees_the_public_tables(mei, joon, client):
    opened(mei, joon, title="Rainy week", turn=7 * DAY)
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
        ("pace=day", {"two"}),
        ("pace=week", set()),
        ("free=1", {"two"}),
        ("free=2", {"four"}),
        ("rules=lanterns&size=4&pace=days&free=2", {"four"}),
        ("pace=3", {"two", "four"}),
        ("size=3", set()),
        ("size=9&pace=x&free=&rules=chess", {"two", "four"}),
        (f"size={LONG}&rules=%00", {"two", "four"}),
    ],
)
def test_the_list_is_filtered_and_nonsense_is_no_filter(mei, joon, client, query, found):
    opened(mei, size=2, turn=DAY, title="two")
    opened(mei, joon, title="four")
    answer = client.get(reverse("lobby") + "?" + query)
    assert answer.status_code == 200
    assert set(listed(answer)) == found


PACES = {
    "6 hours": Pace(turn=6 * HOUR),
    "a day": Pace(turn=DAY),
    "two days": Pace(turn=2 * DAY),
    "four days": Pace(turn=4 * DAY),
    "five days": Pace(turn=5 * DAY, weekends_off=True),
    "two weeks": Pace(turn=14 * DAY),
    "bank": Pace(BANK, NONE, bank=3 * DAY, cap=3 * DAY),
    "soft": Pace(SOFT),
    "here": Pace(SOCIABLE, 10 * MINUTE),
}


@pytest.mark.parametrize(
    ("pace", "found"),
    [
        ("day", {"6 hours", "a day"}),
        ("days", {"two days", "four days"}),
        ("week", {"five days", "two weeks"}),
        ("bank", {"bank"}),
        ("none", {"soft"}),
        ("here", {"here"}),
        ("", set(PACES)),
    ],
)
def test_every_pace_is_found_by_one_filter(mei, client, pace, found):
    for title, it in PACES.items():
        opened(mei, title=title, terms=Terms(it))
    assert set(listed(client.get(f"{reverse('lobby')}?pace={pace}"))) == found


def test_the_list_tells_the_pace_and_who_may_join(mei, client):
    pace = Pace(BANK, NONE, bank=5 * DAY, increment=12 * HOUR, cap=10 * DAY, weekends_off=True)
    opened(mei, terms=Terms(pace, gates=Gates(on_time=95, reply=6 * HOUR, newcomers=False)))
    page = text(client.get(reverse("lobby")))
    assert "Lanterns by mei · 5 days + 12 h a turn, weekends off" in page
    assert "95\N{NO-BREAK SPACE}% in time" in client.get(reverse("lobby")).content.decode()
    assert "answers within 6 hours" in page
    assert "no newcomers" in page


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
        page.index(it) for it in ("mine to play", "come along", "theirs to play", "still open", "long over")
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


def test_games_that_wait_for_others_have_a_picture_too(mei, joon):
    running(mei, joon)
    running(joon, mei)
    page = as_client(mei).get(reverse("games")).content.decode()
    assert page.count('<span class="grow-board"><svg class="mini"') == 1
    assert page.count('<span class="gcard-board"><svg class="mini"') == 1


def test_a_game_tells_what_happened_last_and_when(mei, joon, now, time_machine):
    after_turns(running(mei, joon), mei, joon, turns=2)
    time_machine.move_to(now + timedelta(hours=2, minutes=10))
    page = text(as_client(mei).get(reverse("games")))
    assert re.search(r"joon placed a tile at [^.]*\. +2 h ago", page)
    assert "mei placed" not in page


def test_a_turn_that_the_house_took_for_somebody_is_told_as_such(mei, joon, now):
    game = running(joon, mei)
    assert absence.time_out(game.id, now + timedelta(days=3))
    page = text(as_client(mei).get(reverse("games")))
    assert "Time ran out: the house played for joon." in page


def test_a_game_shows_the_scores_of_all(mei, joon):
    game = running(mei, joon)
    scores: tuple[int, ...] = (0, 0)
    while not any(scores):
        after_turns(game, mei, joon, turns=2)
        position = store.load(game)
        scores = position.rules.scores(position.rules.view(position.state, None))
    page = text(as_client(mei).get(reverse("games")))
    assert f"mei {scores[0]} joon {scores[1]}" in page


def test_what_is_kept_of_a_game_follows_a_change_of_name(mei, joon):
    after_turns(running(mei, joon), mei, joon, turns=2)
    as_client(mei).get(reverse("games"))
    people.save_settings(joon, username="june")
    page = text(as_client(mei).get(reverse("games")))
    assert "june placed a tile" in page
    assert "joon" not in page


def test_ones_own_list_asks_the_same_of_the_database_for_few_games_and_many(mei, joon):
    client, counts = as_client(mei), []
    for _ in range(2):
        for _ in range(3):
            after_turns(running(mei, joon), mei, joon, turns=1)
            running(mei, joon)
        for prepare in (forget, lambda: None):
            prepare()
            with CaptureQueriesContext(connection) as queries:
                client.get(reverse("games"))
            counts.append(len(queries))
    assert counts[:2] == counts[2:]
    assert counts[1] == counts[0] - 2, "games that were not looked at lately cost two queries, together"


def test_every_open_table_of_ones_own_stands_on_some_page(mei, joon, now):
    for n in range(22):
        opened(mei, title=f"mine {n}")
    lobby.invite(opened(joon, title="come along", public=False).id, joon, "mei", now)
    opened(joon, title="not mine")
    client = as_client(mei)
    assert 'href="/tables/?show=yours"' in client.get(reverse("games")).content.decode()
    pages = [listed(client.get(reverse("lobby"), {"show": "yours", "page": n})) for n in (1, 2)]
    assert sorted(pages[0] + pages[1]) == sorted(["come along", *(f"mine {n}" for n in range(22))])


def test_the_addresses_of_ones_own_tables_are_kept_by_no_browser_and_no_cache(mei):
    answer = as_client(mei).get(reverse("lobby") + "?show=yours")
    assert answer["Cache-Control"] == "private, no-store"


def test_a_visitor_has_no_tables_of_ones_own(mei, client):
    opened(mei, title="for everybody")
    page = text(client.get(reverse("lobby") + "?show=yours"))
    assert "for everybody" in page
    assert "Yours" not in page


def test_the_first_page_leads_to_games_that_are_being_played(mei, joon, client):
    running(mei, joon, title="Night ferry")
    (address,) = re.findall(
        r'href="([^"]*)"[^>]*><svg[^>]*><use[^>]*></svg>Watch a game', client.get("/").content.decode()
    )
    assert listed(client.get(address)) == ["Night ferry"]


def test_a_lake_is_drawn_also_where_the_game_was_not_looked_at_lately(mei, joon):
    game = running(mei, joon)
    shown = as_client(mei).get(reverse("games")).content
    store._positions.pop(game.slug)
    assert as_client(mei).get(reverse("games")).content.count(b"<use") == shown.count(b"<use")
    assert store.known(game.slug, game.seq) is not None


def test_the_list_to_watch_says_where_ones_own_games_are(mei, joon, ines):
    running(mei, joon, title="Night ferry")
    address = reverse("lobby") + "?show=running"
    assert "Your own games are not among them." in text(as_client(joon).get(address))
    assert "No public game of others is running now." in text(as_client(joon).get(address))
    assert "mei, joon" in text(as_client(ines).get(address))


def test_what_is_most_urgent_is_said_as_such_where_several_wait(mei, joon, now, time_machine):
    time_machine.move_to(now, tick=False)
    running(mei, joon, turn=3 * DAY)
    assert "For this turn: 3 days left." in text(as_client(mei).get(reverse("games")))
    running(mei, joon, turn=2 * DAY)
    assert "The most urgent: 2 days left." in text(as_client(mei).get(reverse("games")))


def test_a_paused_game_is_listed_as_such(mei, joon):
    game = running(mei, joon, now=timezone.now(), title="Slow cup")
    Game.objects.filter(id=game.id).update(paused_from=timezone.now(), paused_until=timezone.now() + 2 * DAY)
    for someone in (mei, joon):
        assert "paused" in text(as_client(someone).get("/games/"))
