"""The verbs of what people want to be told: what is kept of their wishes, and tables that are muted."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.actions import Refused, absence, choices, play
from games.actions.choices import CannotBe, save_choices
from games.clock.terms import SOFT, Pace, Terms
from games.models import Choices, Game, Notice, Person
from games.notices.choice import BY_SLUG, channels_of, choices_of, is_muted
from tests.site.asking import fresh, move, stands_in
from tests.site.cast import person, played_out, running
from tests.site.choosing import stored, usual_but
from tests.site.tables import opened

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def kept(someone: Person) -> Choices:
    """What somebody has chosen, as it is stored."""
    return Choices.objects.get(person=someone)


def reminders(someone: Person) -> list[str]:
    """Why somebody was reminded, in order."""
    found = Notice.objects.filter(kind="reminder", person=someone).order_by("id")
    return [it.key.rpartition("/")[2] for it in found]


def refused_with(someone: Person, wishes, now) -> dict[str, str]:
    """What is wrong with wishes, which then change nothing."""
    before = stored()
    with pytest.raises(CannotBe) as refusal:
        save_choices(someone, wishes, now)
    assert stored() == before
    return refusal.value.faults


# ------------------------------------------------------------------ what is kept


def test_of_what_is_as_usual_nothing_is_stored(mei, now):
    save_choices(mei, usual_but(), now)
    found = kept(mei)
    assert (found.matrix, found.when, found.quiet_from, found.one_mail) == ({}, {}, None, False)
    mei.refresh_from_db()
    assert (mei.leads, mei.language) == (None, "")


def test_only_what_differs_is_stored(mei, now):
    wishes = usual_but(
        channels={"turn": ("push", "mail"), "nudge": ()}, when={"vote": "digest", "start": "held"}
    )
    save_choices(mei, wishes, now)
    found = kept(mei)
    assert found.matrix == {"turn": ["mail", "push"], "nudge": []}
    assert found.when == {"vote": "digest", "start": "held"}
    mei.refresh_from_db()
    assert channels_of(choices_of(mei), BY_SLUG["turn"]) == ("mail", "push")
    assert channels_of(choices_of(mei), BY_SLUG["seats"]) == ("mail", "webhook", "feed")


def test_what_becomes_usual_again_is_forgotten(mei, now):
    save_choices(mei, usual_but(channels={"turn": ()}, when={"turn": "held"}, leads=(3,)), now)
    save_choices(mei, usual_but(), now)
    assert (kept(mei).matrix, kept(mei).when) == ({}, {})
    mei.refresh_from_db()
    assert mei.leads is None


def test_all_the_rest_is_kept_as_it_is_wished(mei, now):
    wishes = usual_but(
        idle_minutes=2,
        digest_at=1439,
        quiet_from=22 * 60,
        quiet_until=0,
        one_mail=True,
        hand_in_mail=True,
        turns_in_mail=False,
        sign_in_by_mail=True,
        leads=(3, 24, 3),
        language="en",
    )
    save_choices(mei, wishes, now)
    found = kept(mei)
    assert (found.idle_minutes, found.digest_at, found.quiet_from, found.quiet_until) == (2, 1439, 1320, 0)
    assert (found.one_mail, found.hand_in_mail, found.turns_in_mail, found.sign_in_by_mail) == (
        *(True, True, False, True),
    )
    assert (mei.leads, mei.language) == ([24, 3], "en")
    mei.refresh_from_db()
    assert (mei.leads, mei.language) == ([24, 3], "en")


def test_muted_tables_and_the_feed_stay_as_they_were(mei, game, now):
    choices.mute_table(game.id, mei.id)
    Choices.objects.update(feed_key="secret")
    save_choices(mei, usual_but(one_mail=True), now)
    assert choices.muted_by(mei) == [game.id]
    assert kept(mei).feed_key == "secret"


@pytest.mark.parametrize(
    ("changes", "name"),
    [
        ({"channels": {"turn": ("pigeon",)}}, "channels"),
        ({"channels": {"weather": ("mail",)}}, "channels"),
        ({"when": {"turn": "never"}}, "channels"),
        ({"when": {"weather": "once"}}, "channels"),
        ({"idle_minutes": 1}, "idle_minutes"),
        ({"idle_minutes": 121}, "idle_minutes"),
        ({"digest_at": 1440}, "digest_at"),
        ({"digest_at": -1}, "digest_at"),
        ({"quiet_from": 60}, "quiet_until"),
        ({"quiet_until": 60}, "quiet_from"),
        ({"quiet_from": 60, "quiet_until": 60}, "quiet_until"),
        ({"quiet_from": 60, "quiet_until": 1440}, "quiet_from"),
        ({"leads": (0,)}, "leads"),
        ({"leads": (337,)}, "leads"),
        ({"leads": (1, 2, 3, 4, 5)}, "leads"),
        ({"language": "tlh"}, "language"),
    ],
)
def test_wishes_that_cannot_be_are_refused_by_name_and_change_nothing(mei, now, changes, name):
    faults = refused_with(mei, usual_but(**changes), now)
    assert list(faults) == [name]
    assert faults[name].endswith(".")


def test_all_that_is_wrong_is_said_at_once(mei, now):
    wishes = usual_but(idle_minutes=0, quiet_from=1, quiet_until=1, leads=(999,))
    assert list(refused_with(mei, wishes, now)) == ["idle_minutes", "quiet_until", "leads"]


# ------------------------------------------------------------------ reminders


def test_a_turn_is_reminded_of_at_the_hours_that_its_player_has_chosen(mei, joon, now):
    save_choices(joon, usual_but(leads=(12, 2)), now)
    game = move(running(mei, joon, now=now), mei, now)
    assert game.remind_at == now + 3 * DAY - 12 * HOUR
    assert not play.remind(game.id, game.remind_at - HOUR)
    for hours in (12, 2):
        at = now + 3 * DAY - hours * HOUR
        assert play.remind(game.id, at)
        assert not play.remind(game.id, at), "each once"
    assert fresh(game).remind_at is None
    assert reminders(joon) == ["12h", "2h"]
    assert reminders(mei) == []


def test_turns_that_run_are_reminded_of_by_new_hours_at_once(mei, joon, now):
    games = [running(mei, joon, now=now) for _ in range(2)]
    others = running(joon, mei, now=now)
    before = [(it.deadline_at, it.reckoned_at) for it in games]
    later = now + HOUR
    save_choices(mei, usual_but(leads=(3,)), later)
    games = [fresh(it) for it in games]
    assert [it.remind_at for it in games] == [now + 3 * DAY - 3 * HOUR] * 2
    assert [(it.deadline_at, it.reckoned_at) for it in games] == before
    assert fresh(others).remind_at == now + 1.5 * DAY
    save_choices(mei, usual_but(), later)
    assert fresh(games[0]).remind_at == now + 1.5 * DAY


def test_a_moment_that_has_gone_by_is_not_reminded_of_when_it_is_chosen(mei, joon, now):
    game = running(mei, joon, now=now)
    save_choices(mei, usual_but(leads=(48, 3)), now + 2 * DAY)
    assert fresh(game).remind_at == now + 3 * DAY - 3 * HOUR
    assert not play.remind(game.id, now + 2 * DAY)


def test_the_same_hours_again_touch_no_game(mei, joon, now):
    running(mei, joon, now=now)
    save_choices(mei, usual_but(leads=(3,)), now)
    with CaptureQueriesContext(
        connection,
    ) as seen:
        save_choices(mei, usual_but(leads=(3,)), now)
    assert not any("games_game" in it["sql"] and "UPDATE" in it["sql"] for it in seen)


def test_whoever_stands_in_is_reminded_by_their_own_hours(mei, joon, ines, now):
    for someone, hours in ((joon, 24), (ines, 5)):
        save_choices(someone, usual_but(leads=(hours,)), now)
    game = running(mei, joon, now=now)
    stands_in(game, 1, ines, now)
    game = move(game, mei, now)
    assert game.waits_for_id == ines.id
    assert game.deadline_at - game.remind_at == 5 * HOUR
    for someone, hours in ((ines, 6), (joon, 7)):
        save_choices(someone, usual_but(leads=(hours,)), now)
    assert fresh(game).remind_at == game.deadline_at - 6 * HOUR


def test_where_nobodys_time_runs_out_reminders_come_as_usual(mei, joon, now):
    save_choices(mei, usual_but(leads=(3,)), now)
    game = running(mei, joon, now=now, terms=Terms(Pace(SOFT, 2 * DAY)))
    assert game.deadline_at is None
    assert game.remind_at == now + DAY
    save_choices(mei, usual_but(leads=(5,)), now)
    assert fresh(game).remind_at == now + DAY


# ------------------------------------------------------------------ muted tables


def test_a_table_is_muted_once_and_heard_again(mei, joon, game):
    for _ in range(2):
        choices.mute_table(game.id, mei.id)
    assert choices.muted_by(mei) == [game.id]
    assert is_muted(game.id, mei.id)
    assert not is_muted(game.id, joon.id)
    for _ in range(2):
        choices.hear_table(game.id, mei.id)
    assert choices.muted_by(mei) == []


def test_only_the_people_of_a_table_mute_it(mei, joon, ines, game, now):
    before = stored()
    with pytest.raises(play.NotYours):
        choices.mute_table(game.id, ines.id)
    assert stored() == before
    stands_in(game, 0, ines, now)
    choices.mute_table(game.id, ines.id)
    assert choices.muted_by(ines) == [game.id]


def test_whoever_has_resigned_is_told_no_more_of_it_if_they_wish(mei, joon, ines, now):
    game = running(mei, joon, ines, now=now)
    absence.resign(game.id, mei.id, now)
    choices.mute_table(game.id, mei.id)
    assert choices.muted_by(mei) == [game.id]


def test_a_table_that_has_not_begun_or_is_over_is_not_muted(mei, joon):
    for game in (opened(mei, joon), played_out(running(mei, joon))):
        before = stored()
        with pytest.raises(Refused):
            choices.mute_table(game.id, mei.id)
        assert stored() == before


def test_a_table_that_is_not_there_is_not_muted(mei):
    with pytest.raises(Game.DoesNotExist):
        choices.mute_table(999, mei.id)
    choices.hear_table(999, mei.id)


def test_a_table_that_is_over_is_muted_no_more(mei, joon):
    game = running(mei, joon)
    choices.mute_table(game.id, mei.id)
    played_out(game)
    assert choices.muted_by(mei) == []


def test_one_hears_again_only_for_oneself(mei, joon, game):
    for someone in (mei, joon):
        choices.mute_table(game.id, someone.id)
    choices.hear_table(game.id, person("noor").id)
    choices.hear_table(game.id, joon.id)
    assert choices.muted_by(mei) == [game.id]
