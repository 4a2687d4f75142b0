"""Who may join: the gates of a table hold on every way to it, and are told before."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.actions import Refused, lobby, people
from games.clock.terms import DAY, HOUR, Gates, Terms
from games.models import Event, Game, Invitation
from tests.site.cast import NOW, as_client, finished
from tests.site.tables import opened, sitting, text
from tests.site.test_habits import MOVE, TIMEOUT, Told, played

ON_TIME, SOON, KNOWN = Gates(on_time=95), Gates(reply=6 * HOUR), Gates(newcomers=False)


def steady(person, other, hours: float = 2, late: int = 0, turns: int = 20) -> None:
    """Let somebody have played so many turns, each after so many hours, some of them not in time."""
    events: list[Told] = []
    at = 0.0
    for number in range(turns):
        at += hours
        events += [(0, at, TIMEOUT, True), (0, at, MOVE, True)] if number < late else [(0, at)]
        events.append((1, at))
    played(person, other, events=events, started=NOW - 60 * DAY)


def gated(owner, gates: Gates, **changes: object) -> Game:
    """An open table with gates."""
    return opened(owner, terms=Terms(gates=gates), **changes)


@pytest.mark.parametrize(
    ("gates", "habits", "sentence"),
    [
        (ON_TIME, {"late": 2}, "asks for 95\N{NO-BREAK SPACE}% of turns in time"),
        (SOON, {"hours": 7}, "asks for answers within 6 hours"),
        (KNOWN, {"turns": 9}, "at least 10 turns"),
        (Gates(95, 6 * HOUR, newcomers=False), {"turns": 3}, "at least 10 turns"),
    ],
)
def test_it_refuses_whom_the_gates_keep_out(mei, joon, ines, now, gates, habits, sentence):
    steady(joon, ines, **habits)
    game = gated(mei, gates)
    with pytest.raises(Refused, match=sentence):
        lobby.join(game.id, joon, now)
    assert sitting(game) == {0: "mei"}


@pytest.mark.parametrize("gates", [ON_TIME, SOON, KNOWN, Gates(95, 6 * HOUR, newcomers=False), Gates()])
def test_whoever_plays_steadily_may_join(mei, joon, ines, now, gates):
    steady(joon, ines, hours=6, late=1)
    game = gated(mei, gates)
    lobby.join(game.id, joon, now)
    assert "joon" in sitting(game).values()


@pytest.mark.parametrize("gates", [ON_TIME, SOON])
def test_newcomers_may_join_where_they_are_welcome(mei, joon, ines, now, gates):
    steady(joon, ines, hours=30, late=5, turns=9)
    game = gated(mei, gates)
    lobby.join(game.id, joon, now)
    assert "joon" in sitting(game).values()


def test_whoever_opened_the_table_sits_at_it_whatever_they_have_done(mei, joon, now):
    game = gated(mei, KNOWN)
    assert sitting(game) == {0: "mei"}
    steady(joon, mei)
    lobby.join(game.id, joon, now)
    assert set(sitting(game).values()) == {"mei", "joon"}


def test_the_house_is_let_in_by_whoever_opened_the_table(mei, now):
    game = gated(mei, KNOWN, house=("sensibly",))
    lobby.add_house(game.id, mei, "randomly", now)
    assert sitting(game) == {0: "mei", 1: "sensibly", 2: "randomly"}


def invited(game: Game, person) -> None:
    """An invitation from before the table asked for anything."""
    Invitation.objects.create(game=game, person=person, by=game.opened_by, at=NOW)


@pytest.mark.parametrize("gates", [KNOWN, ON_TIME, SOON])
def test_nobody_is_invited_whom_the_gates_keep_out_and_no_figure_is_told(mei, joon, ines, now, gates):
    steady(joon, ines, hours=30, late=3, turns=9 if gates is KNOWN else 20)
    game = gated(mei, gates)
    with pytest.raises(Refused) as refusal:
        lobby.invite(game.id, mei, "joon", now)
    assert refusal.value.sentence == "joon does not fit what this table asks for."
    assert not game.invitations.exists()


def test_who_fits_is_invited_and_so_is_whoever_opened_the_table(mei, joon, ines, now):
    steady(joon, ines)
    game = gated(mei, KNOWN)
    lobby.invite(game.id, mei, "joon", now)
    lobby.join(game.id, joon, now)
    Game.objects.filter(id=game.id).update(opened_by=mei)
    game.seats.filter(person=mei).update(person=None, joined=None)
    assert lobby.invite(game.id, joon, "mei", now) == mei


def test_an_invitation_does_not_lead_past_the_gates(mei, joon, now):
    game = gated(mei, KNOWN)
    invited(game, joon)
    answer = as_client(joon).post(reverse("table_join", args=[game.slug]), follow=True)
    assert "at least 10 turns" in text(answer)
    assert sitting(game) == {0: "mei"}


def test_a_rematch_keeps_the_gates_and_they_hold_for_whoever_joins_it(mei, joon, now):
    game = finished(mei, joon, terms=Terms(gates=Gates(on_time=95)))
    late = Event.objects.filter(game=game, seat=1, seq__gt=4)
    late.update(kind=Event.Kind.TIMEOUT)
    again = lobby.rematch(game.id, mei, now)
    assert again.agreed == game.agreed
    with pytest.raises(Refused, match="of turns in time"):
        lobby.rematch(game.id, joon, now)
    assert "joon" not in sitting(again).values()
    late.update(kind=Event.Kind.MOVE)
    lobby.rematch(game.id, joon, now)
    assert Game.objects.get(id=again.id).status == "running"


def test_the_wish_of_a_newcomer_does_not_lead_past_the_gates(mei, joon, now):
    game = gated(mei, KNOWN)
    people.remember_wish(joon, game)
    assert people.address_confirmed(joon, now) is None
    assert sitting(game) == {0: "mei"}


@pytest.mark.parametrize("public", [True, False])
def test_the_table_says_why_one_cannot_join_where_the_button_would_be(mei, joon, public):
    game = gated(mei, KNOWN, public=public)
    answer = as_client(joon).get(game.get_absolute_url())
    assert "you have played 0 turns so far" in text(answer)
    assert reverse("table_join", args=[game.slug]) not in answer.content.decode()


def test_who_is_invited_and_kept_out_may_still_decline(mei, joon, now):
    game = gated(mei, KNOWN)
    invited(game, joon)
    page = as_client(joon).get(game.get_absolute_url()).content.decode()
    assert reverse("table_decline", args=[game.slug]) in page
    assert reverse("table_join", args=[game.slug]) not in page


def test_who_may_join_is_offered_to(mei, joon, ines):
    steady(joon, ines)
    page = as_client(joon).get(gated(mei, KNOWN).get_absolute_url())
    assert "table asks" not in text(page)
    assert "Join" in text(page)


@pytest.mark.parametrize(
    ("gates", "habits", "said"),
    [
        (ON_TIME, {"late": 2}, "asks for 95\N{NO-BREAK SPACE}% in time"),
        (SOON, {"hours": 7}, "asks for answers within 6 hours"),
        (KNOWN, {"turns": 9}, "asks for 10 turns played"),
    ],
)
def test_the_list_says_what_is_asked_for_in_place_of_the_way_in(mei, joon, ines, gates, habits, said):
    steady(joon, ines, **habits)
    gated(mei, gates, title="Slow cup")
    page = as_client(joon).get(reverse("lobby")).content.decode()
    assert f'aria-label="{said}: Slow cup">{said}</a>' in page
    assert "Join Slow cup" not in page
    assert said not in as_client(mei).get(reverse("lobby")).content.decode()


def test_the_list_offers_a_seat_to_who_fits(mei, joon, ines):
    steady(joon, ines)
    gated(mei, KNOWN, title="Slow cup")
    assert "Join Slow cup" in as_client(joon).get(reverse("lobby")).content.decode()


def test_the_list_looks_at_the_readers_turns_once_and_only_where_a_table_asks(mei, joon):
    client, counts = as_client(joon), []
    for gates in (Gates(), ON_TIME, SOON):
        gated(mei, gates)
        client.get(reverse("lobby"))
        with CaptureQueriesContext(connection) as queries:
            client.get(reverse("lobby"))
        counts.append(len(queries))
    assert counts[0] < counts[1] == counts[2] <= counts[0] + 3


def test_nobody_is_led_to_sign_up_for_a_table_that_takes_no_newcomers(mei, client):
    game = gated(mei, KNOWN)
    answer = client.get(game.get_absolute_url())
    assert "Newcomers cannot join this table." in text(answer)
    assert "You have an account? Sign in" in text(answer)
    assert reverse("table_join", args=[game.slug]) not in answer.content.decode()
    open_to_them = client.get(gated(mei, ON_TIME).get_absolute_url())
    assert "Newcomers cannot join" not in text(open_to_them)
    assert "Join" in text(open_to_them)


def test_the_gates_stand_on_the_card(mei, client):
    game = gated(mei, Gates(95, timedelta(hours=12), newcomers=False))
    page = text(client.get(game.get_absolute_url()))
    assert (
        "of their turns in time, usually answer within 12 hours and have played 10 turns here or more."
        in page
    )


def test_a_table_that_asks_for_nothing_looks_at_nobodys_turns(mei, joon, django_assert_num_queries):
    usual, asking = opened(mei), gated(mei, ON_TIME)
    client, counts = as_client(joon), []
    for game in (usual, asking):
        client.get(game.get_absolute_url())
        with django_assert_num_queries(100, exact=False) as queries:
            client.get(game.get_absolute_url())
        counts.append(len(queries))
    assert counts[1] - counts[0] <= 3
    assert counts[1] > counts[0]
