"""Invitations that are declined or taken back: who may, who sees it, and which mails still leave."""

from __future__ import annotations

import pytest
from django.urls import reverse

from games.actions import Forbidden, Refused, Stale, lobby
from games.models import Invitation, Notice
from games.notices.compose import NotSent, compose
from tests.site.cast import as_client
from tests.site.tables import listed, opened, sitting, text


@pytest.fixture
def game(mei, joon, ines, now):
    """An open table of mei and joon, to which joon has invited ines."""
    table = opened(mei, joon)
    lobby.invite(table.id, joon, "ines", now)
    return table


def page(someone, game) -> str:
    """What the table's page says to somebody."""
    return text(as_client(someone).get(game.get_absolute_url()))


def post(someone, game, form, **fields):
    """Post one of the table's forms, and follow to the page it leads to."""
    return as_client(someone).post(reverse(f"table_{form}", args=[game.slug]), fields, follow=True)


def mail() -> str:
    """The text of the invitation that would leave now. Raises NotSent."""
    notice = Notice.objects.select_related("person", "game").get(kind="invitation")
    return str(compose(notice, notice.created_at).body)


def test_an_invitation_that_is_declined_goes_from_ones_list(ines, game):
    games = reverse("games")
    assert listed(as_client(ines).get(games))
    assert "Answer" in text(as_client(ines).get(games))
    assert "You have declined the invitation." in text(post(ines, game, "decline"))
    assert not listed(as_client(ines).get(games))
    assert not listed(as_client(ines).get(reverse("lobby") + "?show=yours"))


def test_whoever_is_invited_is_offered_to_decline_and_nobody_else(ines, game, client, mei):
    address = reverse("table_decline", args=[game.slug])
    assert address in as_client(ines).get(game.get_absolute_url()).content.decode()
    post(ines, game, "decline")
    assert address not in as_client(ines).get(game.get_absolute_url()).content.decode()
    for browser in (client, as_client(mei)):
        assert address not in browser.get(game.get_absolute_url()).content.decode()


def test_whoever_invited_and_the_owner_see_that_it_was_declined_by_no_mail(mei, joon, ines, game, client):
    mails = Notice.objects.count()
    lobby.decline(game.id, ines)
    for someone in (mei, joon):
        assert "Invited ines declined" in page(someone, game)
    assert "ines" not in text(client.get(game.get_absolute_url()))
    assert Notice.objects.count() == mails


def test_a_table_asks_nobody_again_who_has_declined(mei, joon, ines, game, now):
    lobby.decline(game.id, ines)
    lobby.decline(game.id, ines)
    for someone in (mei, joon):
        with pytest.raises(Refused, match="ines has declined to play here"):
            lobby.invite(game.id, someone, "ines", now)
    with pytest.raises(Refused, match="ines has declined"):
        lobby.take_back(game.id, joon, "ines")


def test_whoever_declined_may_still_sit_down(ines, game, now):
    lobby.decline(game.id, ines)
    lobby.join(game.id, ines, now)
    assert "ines" in sitting(game).values()


def test_it_refuses_to_decline_what_nobody_has_asked(mei, ines, game):
    with pytest.raises(Refused, match="leave the table"):
        lobby.decline(game.id, mei)
    Invitation.objects.all().delete()
    with pytest.raises(Refused, match="not invited"):
        lobby.decline(game.id, ines)


@pytest.mark.parametrize("who", ["mei", "joon"])
def test_whoever_invited_and_the_owner_may_take_it_back(game, ines, who):
    someone = game.seats.get(person__username=who).person
    assert (
        "Take back the invitation of ines" in as_client(someone).get(game.get_absolute_url()).content.decode()
    )
    for _ in range(2):
        assert "The invitation is taken back." in text(post(someone, game, "take_back", name="ines"))
    assert "ines" not in page(someone, game)
    assert not listed(as_client(ines).get(reverse("games")))
    with pytest.raises(Refused, match="not invited"):
        lobby.decline(game.id, ines)


def test_nobody_else_may_take_it_back(mei, joon, ines, now):
    game = opened(mei, joon)
    lobby.invite(game.id, mei, "ines", now)
    assert "Take back" not in page(joon, game)
    for someone in (joon, ines):
        with pytest.raises(Forbidden, match="has invited"):
            lobby.take_back(game.id, someone, "ines")
    assert Invitation.objects.get().status == "open"


@pytest.mark.parametrize("name", ["", "nobody", "x\0", "joon"])
def test_it_refuses_to_take_back_what_nobody_has_asked(mei, game, name):
    assert "no such invitation" in text(post(mei, game, "take_back", name=name))


def test_an_invitation_taken_back_before_its_mail_left_is_not_mailed(joon, game):
    assert "joon invites you" in mail()
    lobby.take_back(game.id, joon, "ines")
    with pytest.raises(NotSent):
        mail()


def test_nor_is_one_that_was_declined_on_the_site(ines, game):
    lobby.decline(game.id, ines)
    with pytest.raises(NotSent):
        mail()


@pytest.mark.parametrize(("status", "mails"), [("queued", 1), ("overtaken", 1), ("sent", 0), ("sending", 0)])
def test_asked_anew_one_gets_the_mail_unless_it_has_left_before(mei, joon, game, now, status, mails):
    Notice.objects.filter(kind="invitation").update(status=status)
    lobby.take_back(game.id, joon, "ines")
    lobby.invite(game.id, mei, "ines", now)
    assert Invitation.objects.values_list("person__username", "by", "status").get() == (
        "ines",
        mei.id,
        "open",
    )
    assert Notice.objects.filter(kind="invitation", status="queued", data={"by": mei.id}).count() == mails
    assert Notice.objects.filter(kind="invitation").count() == 1


@pytest.mark.parametrize("end", ["declined", "taken back"])
def test_no_mail_tells_of_the_end_of_a_table_to_somebody_who_is_not_invited_any_more(mei, game, now, end):
    Invitation.objects.update(status=end)
    lobby.close_table(game.id, mei, now)
    assert set(Notice.objects.filter(kind="closed").values_list("person__username", flat=True)) == {"joon"}


def test_nothing_is_declined_or_taken_back_once_the_table_is_closed(mei, ines, game, now):
    lobby.close_table(game.id, mei, now)
    with pytest.raises(Stale, match="closed"):
        lobby.decline(game.id, ines)
    with pytest.raises(Stale, match="closed"):
        lobby.take_back(game.id, mei, "ines")
    assert "Take back" not in page(mei, game)
