"""Inviting a member by name: one mail, to somebody who can read it, from somebody who sits there."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress

from games.actions import Forbidden, Refused, Stale, lobby
from games.models import Invitation, Notice, Person
from tests.site.cast import person
from tests.site.tables import opened


def invitations() -> list[tuple[str, dict]]:
    """Who is mailed an invitation, and by whom."""
    rows = Notice.objects.filter(kind="invitation").order_by("id")
    return list(rows.values_list("person__username", "data"))


def test_a_member_is_asked_by_mail(mei, joon, now):
    game = opened(mei)
    assert lobby.invite(game.id, mei, "joon", now) == joon
    assert invitations() == [("joon", {"by": mei.id})]
    assert game.invitations.get().person == joon


def test_a_name_is_found_in_whatever_case(mei, joon, now):
    game = opened(mei)
    assert lobby.invite(game.id, mei, "JOON", now) == joon


def test_guests_may_invite_too(mei, joon, ines, now):
    game = opened(mei, joon)
    lobby.invite(game.id, joon, "ines", now)
    assert invitations() == [("ines", {"by": joon.id})]


def test_asking_twice_mails_once(mei, joon, ines, now):
    game = opened(mei, joon)
    lobby.invite(game.id, mei, "ines", now)
    lobby.invite(game.id, mei, "ines", now)
    lobby.invite(game.id, joon, "ines", now)
    assert len(invitations()) == Invitation.objects.count() == 1


@pytest.mark.parametrize("name", ["", "nobody", "mei\0", "joon@example.org", "x" * 100_000, "j%", "joon\n"])
def test_it_refuses_a_name_that_nobody_has(mei, joon, now, name):
    game = opened(mei)
    with pytest.raises(Refused, match="no member of that name"):
        lobby.invite(game.id, mei, name, now)
    assert invitations() == []


def test_somebody_who_has_not_confirmed_an_address_is_no_member_yet(mei, now):
    newt = Person.objects.create_user("newt", "newt@example.org", "a long password")
    EmailAddress.objects.create(user=newt, email=newt.email, verified=False, primary=True)
    game = opened(mei)
    with pytest.raises(Refused, match="no member of that name"):
        lobby.invite(game.id, mei, "newt", now)


def test_a_closed_account_is_no_member_any_more(mei, joon, now):
    Person.objects.filter(id=joon.id).update(is_active=False)
    with pytest.raises(Refused, match="no member of that name"):
        lobby.invite(opened(mei).id, mei, "joon", now)


@pytest.mark.parametrize("name", ["mei", "joon"])
def test_it_refuses_to_invite_who_sits_there(mei, joon, now, name):
    game = opened(mei, joon)
    with pytest.raises(Refused, match="sits at this table already"):
        lobby.invite(game.id, mei, name, now)


def test_only_who_sits_there_invites(mei, joon, ines, now):
    game = opened(mei)
    with pytest.raises(Forbidden, match="sit at a table"):
        lobby.invite(game.id, joon, "ines", now)
    assert invitations() == []


def test_nobody_is_invited_to_a_full_table(mei, joon, ines, now):
    game = opened(mei, joon, size=2)
    with pytest.raises(Stale, match="started"):
        lobby.invite(game.id, mei, "ines", now)


def test_there_is_an_end_to_the_invitations_of_one_day(mei, joon, ines, now):
    game = opened(mei)
    for number in range(lobby.INVITATIONS_A_DAY):
        lobby.invite(game.id, mei, person(f"friend {number}").username, now)
    with pytest.raises(Refused, match="enough invitations"):
        lobby.invite(game.id, mei, "ines", now)
    lobby.invite(game.id, mei, "ines", now + timedelta(days=1, seconds=1))
    assert len(invitations()) == lobby.INVITATIONS_A_DAY + 1
