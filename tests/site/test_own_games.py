"""What one's own lists say of time and people: how games ended, what is asked, who plays."""

from __future__ import annotations

import re

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games import lists
from games.actions import absence, breaks, ending, play, votes
from games.actions.settling import playing
from games.clock.terms import DAY, STAND_IN, Absence, Pace, Terms
from games.models import Game, Person, Question
from tests.site.absences import run_out, stay_away
from tests.site.asking import stands_in
from tests.site.cast import as_client, finished, running
from tests.site.tables import listed, text


def ended(game: Game, why: str, winner: int | None, now) -> Game:
    """The game, ended as a verb does, and scored."""
    with transaction.atomic():
        ending.end(playing(game.id, now), why, winner, 0)
    play.score(game.id, now)
    return game


def places(person: Person) -> list[str]:
    """The places in one's own list of finished games."""
    page = as_client(person).get(reverse("games")).content.decode()
    return re.findall(r'</th><td class="c-when">[^<]*</td><td>([^<]*)</td>', page)


@pytest.mark.parametrize("why", ["agreed", "voted", "abandoned"])
def test_a_game_that_nobody_won_is_listed_as_one_without_a_winner(mei, joon, now, why):
    ended(running(mei, joon), why, None, now)
    assert places(mei) == places(joon) == ["without a winner"]


@pytest.mark.parametrize("why", ["resigned", "left"])
def test_a_game_that_somebody_gave_up_is_won_and_lost(mei, joon, now, why):
    ended(running(mei, joon), why, 1, now)
    assert (places(mei), places(joon)) == (["2nd of 2"], ["1st of 2"])


def test_only_a_game_that_is_not_scored_yet_is_being_counted(mei, joon):
    finished(mei, joon)
    assert places(mei) == ["being counted"]


def test_who_looks_for_results_finds_the_games_with_that_result(mei, joon, now):
    for title, why, winner in (("won", "resigned", 0), ("lost", "left", 1), ("neither", "agreed", None)):
        ended(running(mei, joon, title=title), why, winner, now)
    client, address = as_client(mei), reverse("history", args=["mei"])
    found = {it: listed(client.get(address, {"result": it})) for it in ("won", "lost", "shared")}
    assert found == {"won": ["won"], "lost": ["lost"], "shared": []}


def row(person: Person, title: str) -> str:
    """What the row of a running game says in one's own list."""
    page = as_client(person).get(reverse("games"))
    found = [it for it in page.content.decode().split('<li class="grow"') if f"<b>{title}</b>" in it]
    page.content = found[0].encode()
    return text(page)


def asking(person: Person) -> set[str]:
    """The titles of the games that ask somebody something."""
    mine = lists.my_games(person, 1)
    return {it.title for it in mine.running.rows if it.id in mine.asking}


# ------------------------------------------------------------------ what is asked


def test_a_game_asks_everybody_whose_answer_is_missing(mei, joon, ines, now):
    game = running(mei, joon, ines, title="Slow cup")
    question = votes.propose(game.id, joon.id, "pause", now, days=3)
    assert [asking(it) for it in (mei, joon, ines)] == [{"Slow cup"}, set(), {"Slow cup"}]
    votes.answer(game.id, mei.id, question.id, True, now)
    assert [asking(it) for it in (mei, joon, ines)] == [set(), set(), {"Slow cup"}]
    votes.answer(game.id, ines.id, question.id, False, now)
    assert asking(ines) == set()


@pytest.mark.parametrize(("kind", "heard"), [("pause", "joon"), ("end", "mei")])
def test_a_stand_in_is_asked_what_is_not_for_the_owner_alone(mei, joon, ines, now, kind, heard):
    game = running(ines, mei, title="Slow cup")
    stands_in(game, 1, joon, now)
    Question.objects.create(game=game, kind=kind, seat=0, data={"days": 3}, asked_at=now)
    assert {it.username for it in (mei, joon, ines) if asking(it)} == {heard}


def test_nobody_is_asked_for_a_seat_that_the_house_keeps_or_where_all_stands_still(mei, joon, now):
    for columns, still in (({"keeper": "sensibly"}, None), ({}, "stuck")):
        game = running(joon, mei, title="Slow cup")
        votes.propose(game.id, joon.id, "end", now)
        assert asking(mei) == {"Slow cup"}
        game.seats.filter(person=mei).update(**columns)
        if still:
            Game.objects.filter(id=game.id).update(still=still, deadline_at=None)
        assert asking(mei) == set()


def test_what_asks_comes_before_what_only_waits_for_others(mei, joon, ines, now):
    running(joon, mei, title="Theirs", turn=DAY)
    game = running(joon, mei, title="Asking", turn=7 * DAY)
    running(mei, joon, title="Yours now", turn=9 * DAY)
    votes.propose(game.id, joon.id, "pause", now, days=3)
    page = text(as_client(mei).get(reverse("games")))
    assert page.index("Yours now") < page.index("Asking") < page.index("Theirs")
    assert "One game asks you something." in page
    assert "asks you" in row(mei, "Asking")
    assert "asks you" not in row(mei, "Theirs")


def test_a_game_in_which_it_is_ones_turn_says_that_it_asks_too(mei, joon, now):
    game = running(mei, joon)
    assert "asks you" not in text(as_client(mei).get(reverse("games")))
    votes.propose(game.id, joon.id, "pause", now, days=3)
    assert "asks you" in text(as_client(mei).get(reverse("games")))


def to_stand_in(mei, joon, ines) -> Game:
    """A game of joon and ines, in which mei is asked to play for joon."""
    breaks.save_absence(joon, False, "mei")
    game = running(joon, ines, title="Slow cup", terms=Terms(Pace(), Absence(STAND_IN)))
    run_out(game)
    return game


def test_who_is_asked_to_stand_in_finds_that_in_their_own_list(mei, joon, ines, now):
    game = to_stand_in(mei, joon, ines)
    answer = as_client(mei).get(reverse("games"))
    page = text(answer)
    assert "You are asked to stand in Slow cup Do you play for joon from now on?" in page
    assert f'href="{game.get_absolute_url()}" aria-label="Answer at Slow cup"' in answer.content.decode()
    assert "stand in" not in text(as_client(ines).get(reverse("games")))
    absence.accept_stand_in(game.id, mei.id, game.turn_since + 4 * DAY)
    page = text(as_client(mei).get(reverse("games")))
    assert "You are asked to stand in" not in page
    assert "One game waits for you" in page


def test_ones_own_list_asks_the_database_no_more_for_what_is_asked(mei, joon, ines, now):
    client, counts = as_client(mei), []
    for _ in range(3):
        votes.propose(running(joon, mei).id, joon.id, "pause", now, days=3)
        to_stand_in(mei, joon, ines)
        client.get(reverse("games"))
        with CaptureQueriesContext(connection) as queries:
            client.get(reverse("games"))
        counts.append(len(queries))
    assert len(set(counts)) == 1


# ------------------------------------------------------------------ who plays


def test_whose_seat_the_house_keeps_reads_that_and_not_that_it_waits_for_them(mei, joon, ines):
    game = running(mei, joon, ines, title="Slow cup")
    stay_away(game, mei)
    for _ in range(2):
        said = row(mei, "Slow cup")
        assert "the house keeps your seat come back whenever you like" in said
        assert "waiting for" not in said
        assert "keeps your seat" not in text(as_client(joon).get(reverse("games")))
        play.play_house(game.id, game.turn_since)


def test_who_has_resigned_reads_for_whom_the_game_waits(mei, joon, ines, now):
    game = running(joon, mei, ines, title="Slow cup")
    absence.resign(game.id, mei.id, now)
    assert "waiting for joon" in row(mei, "Slow cup")


def test_a_game_waits_for_who_plays_there_not_for_the_owner(mei, joon, ines, now):
    game = running(joon, mei, title="Slow cup")
    stands_in(game, 0, ines, now)
    Game.objects.filter(id=game.id).update(waits_for=ines)
    assert "waiting for ines" in row(mei, "Slow cup")
    assert "waiting for ines" in row(joon, "Slow cup")


def test_a_turn_that_the_house_takes_for_somebody_does_not_wait_for_them(mei, joon, ines, now):
    game = running(joon, mei, ines, title="Slow cup")
    absence.resign(game.id, joon.id, now)
    assert "the house plays for joon soon" in row(mei, "Slow cup")


def test_a_paused_card_tells_of_no_time(mei, joon, now, time_machine):
    time_machine.move_to(now + DAY, tick=False)
    game = running(mei, joon)
    Game.objects.filter(id=game.id).update(paused_from=now, paused_until=now + 9 * DAY)
    answer = as_client(mei).get(reverse("games"))
    assert "For this turn: paused." in text(answer)
    assert "clock-bar" not in answer.content.decode()
