"""A game at one moment from several sides, each on a connection of its own: it goes on once, whoever wins."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from games import store, tables, tasks
from games.actions import Stale, absence, drafts, lobby, play
from games.models import Draft, Event, Game, Notice
from tests.site.cast import a_turn, as_client, finished, running
from tests.site.tables import opened
from tests.site.test_races import at_once, crowd

pytestmark = pytest.mark.django_db(transaction=True)
HX = {"HX-Request": "true"}
SENT = "Your turn has been sent."
MOVED_ON = "The game has moved on since this page was shown."


def placements(game: Game) -> list[str]:
    """Every placement that the seat to act may choose."""
    position = store.load(game)
    moves = position.rules.legal_moves(position.state, game.to_act)
    return [str(move) for move in moves if position.rules.reveals(position.state, game.to_act, move)]


def told(kind: str) -> list[str]:
    """Who is told of what happened in this kind of notice, by name."""
    return sorted(Notice.objects.filter(kind=kind).values_list("person__username", flat=True))


def test_of_eight_posts_of_one_turn_one_is_accepted_and_all_are_told_that_it_was_sent():
    mei, joon = crowd(2)
    game = running(mei, joon)
    browsers, sent = [as_client(mei) for _ in range(8)], {"moves": a_turn(game), "seq": game.seq}
    address = reverse("table_turn", args=[game.slug])
    answers = at_once([lambda it=it: it.post(address, sent, headers=HX) for it in browsers])
    assert [answer.status_code for answer in answers] == [200] * 8
    assert all(SENT in answer.content.decode() for answer in answers)
    game.refresh_from_db()
    assert (game.seq, game.to_act, Event.objects.count()) == (1, 1, 1)
    assert told("turn") == ["guest 1"]


def test_of_eight_who_send_the_same_turn_the_verb_accepts_one(now):
    mei, joon = crowd(2)
    game = running(mei, joon)
    texts = a_turn(game)
    results = at_once([lambda: play.submit_turn(game.id, mei.id, 0, texts, now) for _ in range(8)])
    assert sorted(sent.accepted for sent in results) == [False] * 7 + [True]
    assert Event.objects.count() == 1


def test_of_eight_other_turns_of_one_position_one_is_accepted_and_seven_are_told_that_the_game_moved_on():
    mei, joon = crowd(2)
    game = running(mei, joon)
    address = reverse("table_turn", args=[game.slug])
    turns = [(as_client(mei), {"moves": [text], "seq": 0}) for text in placements(game)[:8]]
    answers = at_once([lambda it=it, sent=sent: it.post(address, sent, headers=HX) for it, sent in turns])
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 7
    said = [answer.content.decode() for answer in answers]
    assert sum(SENT in it for it in said) == 1
    assert sum(MOVED_ON in it for it in said) == 7
    assert Event.objects.count() == 1
    assert told("turn") == ["guest 1"]


def test_a_turn_and_the_time_out_of_the_same_moment_are_never_both():
    mei, joon = crowd(2)
    game = running(mei, joon)
    texts, late = a_turn(game), game.deadline_at
    sent, timed_out = at_once(
        [
            lambda: play.submit_turn(game.id, mei.id, 0, texts, late),
            lambda: absence.time_out(game.id, late),
        ]
    )
    assert isinstance(sent, Stale) is timed_out
    game.refresh_from_db()
    kinds = list(game.events.values_list("kind", "by_site"))
    assert kinds in ([("move", False)], [("timeout", True), ("move", True)])
    assert game.to_act == 1
    assert told("timeout") == (["guest 0"] if timed_out else [])
    assert told("turn") == ["guest 1"]


def test_a_deadline_that_four_sweeps_find_to_the_microsecond_runs_out_once():
    mei, joon, ines = crowd(3)
    game = running(mei, joon, ines)
    assert sorted(at_once([lambda: absence.time_out(game.id, game.deadline_at) for _ in range(4)])) == [
        *[False] * 3,
        True,
    ]
    assert list(game.events.values_list("kind", flat=True)) == ["timeout", "move"]
    assert told("timeout") == ["guest 0", "guest 2"]
    assert told("turn") == ["guest 1"]


def test_the_house_plays_once_however_many_see_to_it(now):
    (mei,) = crowd(1)
    game = running("sensibly", "randomly", mei)
    assert sorted(at_once([lambda: play.play_house(game.id, now) for _ in range(4)])) == [False] * 3 + [True]
    assert list(game.events.values_list("seat", flat=True)) == [0, 1]
    assert told("turn") == ["guest 0"]


def test_a_game_is_scored_and_told_once(now):
    mei, joon = crowd(2)
    game = finished(mei, joon)
    assert sorted(at_once([lambda: play.score(game.id, now) for _ in range(4)])) == [False] * 3 + [True]
    assert told("result") == ["guest 0", "guest 1"]


def test_a_reminder_is_written_once(now):
    mei, joon = crowd(2)
    game = running(mei, joon)
    at_once([lambda: play.remind(game.id, game.remind_at) for _ in range(4)])
    assert told("reminder") == ["guest 0"]


def test_sweeps_at_once_do_each_thing_once(settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
    mei, joon = crowd(2)
    then = timezone.now() - timedelta(days=20)
    late, house = running(mei, joon, now=then), running("sensibly", mei, now=then)
    over, stale = finished(mei, joon, now=then), opened(joon, now=then)
    Notice.objects.all().delete()
    at_once([tasks.sweep for _ in range(4)])
    assert list(late.events.values_list("kind", flat=True)) == ["timeout", "move"]
    assert house.events.count() == 1
    statuses = [Game.objects.get(id=it.id).status for it in (over, stale)]
    assert statuses == ["scored", "closed"]
    assert [len(told(kind)) for kind in ("timeout", "result", "closed")] == [1, 2, 1]


def test_what_is_composed_on_two_devices_at_once_is_what_one_of_them_composed(now):
    mei, joon = crowd(2)
    game = running(mei, joon)
    chosen = placements(game)[:4]
    at_once([lambda text=text: drafts.choose(game.id, mei.id, 0, text) for text in chosen])
    assert Draft.objects.get().choice in chosen


def test_a_draft_that_comes_with_the_turn_is_never_shown_for_the_next_position(now):
    mei, joon = crowd(2)
    game = running(mei, joon)
    texts = a_turn(game)
    at_once(
        [
            lambda: play.submit_turn(game.id, mei.id, 0, texts, now),
            *[lambda text=text: drafts.choose(game.id, mei.id, 0, text) for text in placements(game)[:3]],
        ]
    )
    table = tables.table_for(game.slug, mei)
    assert (table.seq, table.draft.choice) == (1, "")


def test_two_who_ask_each_other_for_a_rematch_of_different_games_wait_for_nobody(now):
    mei, joon = crowd(2)
    asked = [(finished(mei, joon), person) for _ in range(4) for person in (mei, joon)]
    for pair in zip(asked[::2], asked[1::2], strict=True):
        again = at_once(
            [lambda it=it, person=person: lobby.rematch(it.id, person, now) for it, person in pair]
        )
        assert [game.opened_by for game in again] == [mei, joon]


def test_a_deal_that_was_rolled_back_is_not_remembered(now, monkeypatch):
    mei, joon = crowd(2)
    game = opened(mei, size=2, word="heron")

    def fails(game_id: int) -> None:
        raise RuntimeError("after the start, on purpose")

    with monkeypatch.context() as broken:
        broken.setattr("games.actions.play.wake.game", fails)
        with pytest.raises(RuntimeError):
            lobby.join(game.id, joon, now, word="one")
    lobby.join(game.id, joon, now, word="two")
    game.refresh_from_db()
    assert store.load(game).state == store.load_afresh(game).state
