"""What others may see of a person: figures, and the games that are over."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse

from games.actions import people, play
from games.actions.people import Figures
from games.models import Person
from games.pages.habit_words import short
from tests.site.cast import as_client, finished, person, running
from tests.site.tables import listed, opened, text
from tests.site.test_habits import MOVE, TIMEOUT, played
from tests.site.test_lists import past

LONG = "x" * 100_000


def test_games_wins_and_mean_scores_are_counted(mei, joon, ines, now):
    past(mei, joon, scores=(40, 30), places=(1, 2), now=now)
    past(mei, joon, ines, scores=(35, 50, 20), places=(2, 1, 3), now=now)
    assert people.statistics(mei) == (Figures("lanterns", played=2, won=1, mean=37.5),)
    assert people.statistics(ines) == (Figures("lanterns", played=1, won=0, mean=20),)


def test_a_shared_win_is_a_win(mei, joon, now):
    past(mei, joon, scores=(40, 40), places=(1, 1), now=now)
    assert people.statistics(mei)[0].won == people.statistics(joon)[0].won == 1


def test_games_against_the_house_alone_do_not_count(mei, now):
    game = finished(mei, "sensibly")
    play.score(game.id, now)
    assert people.statistics(mei) == ()


def test_a_game_counts_once_it_is_scored(mei, joon, now):
    game = finished(mei, joon)
    assert people.statistics(mei) == ()
    play.score(game.id, now)
    assert people.statistics(mei)[0].played == 1


def test_what_runs_is_open_or_was_imported_does_not_count(mei, joon, now):
    running(mei, joon)
    opened(mei, joon)
    past(mei, joon, scores=(40, 30), places=(1, 2), archived=True, now=now)
    assert people.statistics(mei) == ()


def test_the_profile_shows_figures_and_the_latest_games(mei, joon, client, now):
    past(mei, joon, scores=(41, 30), places=(1, 2), title="Rainy week", now=now)
    page = text(client.get(reverse("profile", args=["mei"])))
    for said in (
        "mei",
        "1 Games played",
        "1 Won",
        "Lanterns 1 1 41.0 honour",
        "Rainy week",
        "Lanterns with joon 30",
        "1st of 2",
    ):
        assert said in page or " ".join(reversed(said.split(" ", 1))) in page


def test_a_newcomers_profile_has_no_mean_and_says_that_there_is_no_game(mei, client):
    page = text(client.get(reverse("profile", args=["mei"])))
    assert "Average" not in page
    assert "No game to show yet." in page


def test_each_game_has_a_mean_of_its_own(mei, joon, client, now):
    past(mei, joon, scores=(40, 30), places=(1, 2), now=now)
    past(mei, joon, scores=(90, 120), places=(2, 1), rules="titania", now=now)
    assert people.statistics(mei) == (Figures("lanterns", 1, 1, 40), Figures("titania", 1, 0, 90))
    page = text(client.get(reverse("profile", args=["mei"])))
    assert "2 Games played" in page or "Games played 2" in page
    assert "Lanterns 1 1 40.0 honour Titania 1 0 90.0 points" in page


def test_a_profile_is_found_in_whatever_case(mei, client):
    assert "mei" in text(client.get(reverse("profile", args=["MEI"])))


def test_a_profile_shows_no_address(mei, joon):
    page = as_client(joon).get(reverse("profile", args=["mei"])).content.decode()
    assert "mei@example.org" not in page


@pytest.mark.parametrize(
    "name", ["nobody", "me", "mei@example.org", "x" * 5000, "%00", "mei%00", "..", "%", "_"]
)
def test_nobody_of_that_name_is_not_found(mei, client, name):
    for page in ("", "games/"):
        assert client.get(f"/people/{name}/{page}").status_code in (404, 301)
        assert client.get(f"/people/{name}/{page}", follow=True).status_code == 404


def test_a_closed_account_has_no_profile(mei, client):
    Person.objects.filter(id=mei.id).update(is_active=False)
    assert client.get(reverse("profile", args=["mei"])).status_code == 404


def test_names_of_any_letters_have_an_address(client, db):
    person("Åse B. 花燈_2")
    assert client.get(reverse("profile", args=["Åse B. 花燈_2"])).status_code == 200
    assert client.get(reverse("history", args=["Åse B. 花燈_2"])).status_code == 200


def test_history_shows_result_opponents_and_links(mei, joon, client, now):
    game = past(mei, joon, scores=(41, 30), places=(1, 2), title="Rainy week", now=now)
    page = client.get(reverse("history", args=["mei"])).content.decode()
    assert f'href="{game.get_absolute_url()}"' in page
    assert f'href="{reverse("profile", args=["joon"])}"' in page
    assert "1st of 2" in page
    assert ">41<" in page


def test_history_leads_to_the_profile(mei, joon):
    address = reverse("history", args=["mei"])
    assert "Figures are on your profile ." in text(as_client(mei).get(address))
    for other in (joon, None):
        assert "Figures are on the profile of mei ." in text(as_client(other).get(address))


def test_history_tells_a_shared_first_place(mei, joon, client, now):
    past(mei, joon, scores=(40, 40), places=(1, 1), now=now)
    assert "shared 1st of 2" in text(client.get(reverse("history", args=["mei"])))


def test_history_is_filtered_by_its_form(mei, joon, ines, client, now, time_machine):
    time_machine.move_to(now)
    past(mei, joon, scores=(41, 30), places=(1, 2), title="won by mei", now=now)
    past(ines, mei, scores=(41, 30), places=(1, 2), title="won by ines", now=now + timedelta(hours=1))
    address = reverse("history", args=["mei"])
    for query, found in (
        ({"result": "won"}, ["won by mei"]),
        ({"opponent": " Ines "}, ["won by ines"]),
        ({"year": "2026", "rules": "lanterns"}, ["won by ines", "won by mei"]),
        ({"result": "glorious", "year": "x", "opponent": "\0", "rules": LONG}, ["won by ines", "won by mei"]),
        ({"opponent": LONG}, ["won by ines", "won by mei"]),
        ({"opponent": "nobody"}, []),
    ):
        answer = client.get(address, query)
        assert answer.status_code == 200
        assert listed(answer) == found


def test_history_offers_the_years_since_a_person_is_here(mei, client, now, time_machine):
    time_machine.move_to(now)
    Person.objects.filter(id=mei.id).update(date_joined=now - timedelta(days=700))
    page = client.get(reverse("history", args=["mei"])).content.decode()
    assert [year for year in range(2020, 2030) if f'<option value="{year}"' in page] == [2024, 2025, 2026]


def test_a_game_by_link_is_in_the_history_of_those_who_took_part_only(mei, joon, ines, now):
    past(mei, joon, scores=(41, 30), places=(1, 2), title="ours alone", public=False, now=now)
    for page in ("profile", "history"):
        for someone, sees in ((mei, True), (joon, True), (ines, False), (None, False)):
            shown = text(as_client(someone).get(reverse(page, args=["mei"])))
            assert ("ours alone" in shown) is sees


def test_the_profile_says_that_games_by_link_count_too(mei, joon, client, now):
    past(mei, joon, scores=(41, 30), places=(1, 2), public=False, now=now)
    page = text(client.get(reverse("profile", args=["mei"])))
    assert "1 Games played" in page or "Games played 1" in page
    assert "Games by link count too" in page
    assert "No game to show yet." in page


def test_names_and_titles_are_shown_as_text(mei, joon, client, now):
    past(mei, joon, scores=(41, 30), places=(1, 2), title="<b onclick=x>Plum</b>", now=now)
    assert "<b onclick" not in client.get(reverse("history", args=["mei"])).content.decode()


@pytest.mark.parametrize("page", ["profile", "history"])
def test_pages_of_people_are_only_looked_at(mei, page):
    assert as_client(mei).post(reverse(page, args=["mei"])).status_code == 405


def test_the_profile_tells_how_reliably_somebody_plays(mei, joon, client):
    late = [(1, 99), (0, 200, TIMEOUT, True), (0, 200, MOVE, True)]
    events = [(seat, 5 * turn + 5 - seat) for turn in range(19) for seat in (1, 0)]
    played(joon, mei, events=[*events, *late])
    page = text(client.get(reverse("profile", args=["joon"])))
    assert "95 % of 20 turns in time" in page
    assert "usually answers within 1 h · left no game" in page


def test_of_a_few_turns_nothing_is_told_but_their_number(mei, joon, client):
    game = played(mei, joon, events=[(0, 1), (1, 2)])
    game.seats.filter(number=0).update(keeper="sensibly")
    assert "1 turn so far, too few to tell · left 1 game" in text(
        client.get(reverse("profile", args=["mei"]))
    )


def test_who_has_not_played_with_people_has_no_figures_of_turns(mei, client):
    said = text(client.get(reverse("profile", args=["mei"])))
    assert "no turn with other people yet · left no game" in said


@pytest.mark.parametrize(
    ("span", "said"),
    [
        (timedelta(0), "1 min"),
        (timedelta(minutes=40), "40 min"),
        (timedelta(hours=5, minutes=20), "5 h"),
        (timedelta(hours=47), "47 h"),
        (timedelta(days=2), "2 d"),
        (timedelta(days=3, hours=20), "4 d"),
    ],
)
def test_how_soon_is_told_in_one_unit(span, said):
    assert short(span) == said
