"""The demo: most games wait for mei, each in a state of its own, and their clocks are plausible."""

from __future__ import annotations

from datetime import datetime, timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db.models import F
from django.utils import timezone

from games.actions import play, records
from games.bots.referee import defaults
from games.clock.terms import BANK
from games.lists import my_games
from games.models import Event, Game, Person, Question, Seat
from games.rules.registry import RULES

pytestmark = pytest.mark.django_db


def demo() -> str:
    """Run the command; what it says."""
    said = StringIO()
    call_command("demo", stdout=said)
    return said.getvalue()


@pytest.fixture(autouse=True)
def _development(settings) -> None:
    settings.DEVELOPMENT = True


@pytest.fixture
def now() -> datetime:
    """When the demo games have been made."""
    demo()
    return timezone.now()


def waiting_for(name: str) -> list[Game]:
    """The games in which it is this person's turn, by how far they have come."""
    to_act = {"seats__person__username": name, "seats__number": F("to_act")}
    return list(Game.objects.filter(status="running", **to_act).order_by("turns_done"))


def test_of_every_game_one_waits_for_mei_late_with_several_steps_to_take_and_one_for_joon(now):
    late = [game for game in waiting_for("mei") if game.turns_done > game.turns_all / 2]
    assert {game.rules for game in late if len(play.suggested_turn(game)) > 1} == {*RULES}
    assert sorted(game.rules for game in waiting_for("joon")) == sorted(RULES)


def test_most_games_wait_for_mei_and_one_of_them_has_hardly_begun(now):
    early, *_ = waiting_for("mei")
    assert early.turns_done <= 4
    assert len(waiting_for("mei")) > len(waiting_for("joon"))


def test_one_game_is_played_by_unusual_rules(now):
    chosen = [game.options == defaults(RULES[game.rules]) for game in Game.objects.all()]
    assert chosen.count(False) == 1


def test_a_table_of_every_game_has_a_free_seat_for_mei(now):
    tables = Game.objects.filter(status="open")
    assert sorted(table.rules for table in tables) == sorted(RULES)
    for table in tables:
        assert table.seats.filter(person=None, bot="").count() == 1
        assert not table.seats.filter(person__username="mei").exists()


@pytest.mark.parametrize("rules", RULES)
def test_a_game_of_each_is_over_and_scored_and_was_played_over_days(now, rules):
    game = Game.objects.get(status="scored", rules=rules)
    moments = list(Event.objects.filter(game=game).order_by("seq").values_list("at", flat=True))
    assert moments == sorted(moments)
    assert game.opened_at <= game.started_at <= moments[0]
    assert moments[-1] - moments[0] > timedelta(days=2)
    assert moments[-1] == game.ended_at <= game.scored_at < now - timedelta(days=1)
    assert {*game.seats.values_list("place", flat=True)} >= {1}


def test_no_turn_is_of_the_future_or_about_to_run_out(now):
    assert not Event.objects.filter(at__gt=now).exists()
    running = Game.objects.filter(status="running")
    assert all(now + timedelta(days=1) < game.deadline_at < now + timedelta(days=12) for game in running)


def test_one_table_has_a_time_bank_and_weekends_off(now):
    (game,) = [it for it in Game.objects.filter(status="running") if it.agreed.pace.kind == BANK]
    assert game.agreed.pace.weekends_off
    assert {*game.seats.values_list("person__username", flat=True)} == {"mei", "joon"}


def test_in_one_game_joon_asks_mei_for_a_pause(now):
    question = Question.objects.get(status="open")
    assert (question.kind, question.asked_at < now) == ("pause", True)
    mine = my_games(Person.objects.get(username="mei"), 1)
    assert mine.asking == {question.game_id}


def test_in_one_game_the_house_keeps_the_seat_of_joon(now):
    seat = Seat.objects.get(keeper="sensibly")
    assert (seat.person.username, seat.resigned) == ("joon", False)
    assert seat.game in waiting_for("mei")


def test_its_games_are_in_order(now):
    assert [it for game in Game.objects.exclude(status="open") for it in records.differences(game)] == []


def test_a_second_time_it_adds_nothing(now):
    before = Game.objects.count()
    assert "Sign in as mei or joon" in demo()
    assert Game.objects.count() == before


def test_it_leaves_somebody_of_that_name_alone(db):
    Person.objects.create_user("joon", "joon@example.net", "a long password")
    assert "Somebody here is called joon already" in demo()
    assert not Game.objects.exists()


def test_it_is_for_development_only(settings):
    settings.DEVELOPMENT = False
    with pytest.raises(CommandError, match="DEVELOPMENT=1 only"):
        demo()
    assert not Person.objects.exists()
