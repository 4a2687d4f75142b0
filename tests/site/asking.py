"""What tests of the verbs beside turns need: a refusal that changes nothing, what was told, and the log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db.models import Model

from games.actions import Refused, play, records
from games.models import Answer, Event, Game, Notice, Person, Question, Seat
from tests.site.cast import a_turn

STORED: tuple[type[Model], ...] = (Game, Seat, Event, Question, Answer, Notice)


def everything() -> list[list[dict[str, Any]]]:
    """All rows of which a verb of a running game may change any."""
    return [list(model._default_manager.order_by("id").values()) for model in STORED]


def refused(verb: Callable[..., Any], *args: Any, **kwargs: Any) -> str:
    """The sentence that a verb is refused with; nothing has changed by it."""
    before = everything()
    with pytest.raises(Refused) as refusal:
        verb(*args, **kwargs)
    assert everything() == before
    return refusal.value.sentence


def told(kind: str) -> list[tuple[str, str | None]]:
    """Who is told of this kind of thing, and of which event, in order."""
    notices = Notice.objects.filter(kind=kind).order_by("id").select_related("person")
    return [(it.person.username, it.data.get("event")) for it in notices]


def asides(game: Game, *kinds: str) -> list[tuple[str, int, str]]:
    """What happened beside the turns: kind, seat, text."""
    turns = ("move", "timeout", "house")
    events = Event.objects.filter(game=game).exclude(kind__in=turns).order_by("seq")
    found = list(events.values_list("kind", "seat", "text"))
    return [it for it in found if not kinds or it[0] in kinds]


def fresh(game: Game) -> Game:
    """The game as it is stored now, of which its events tell the same."""
    game = Game.objects.get(id=game.id)
    assert records.differences(game) == []
    return game


def move(game: Game, person: Person, now: Any) -> Game:
    """The game after a whole turn of the person, who is to act."""
    game = fresh(game)
    moved = Event.objects.filter(game=game, kind__in=("move", "timeout", "house")).order_by("-seq").first()
    play.submit_turn(game.id, person.id, moved.seq if moved else 0, a_turn(game), now)
    return fresh(game)


def kept(game: Game, number: int) -> None:
    """Have the caretaker keep a seat."""
    Seat.objects.filter(game=game, number=number).update(keeper="sensibly")
    seq = Game.objects.get(id=game.id).seq + 1
    Event.objects.create(game=game, seq=seq, seat=number, kind="kept", by_site=True, at=game.opened_at)
    Game.objects.filter(id=game.id).update(seq=seq)


def status(question: Question) -> str:
    """What has become of a question."""
    return Question.objects.get(id=question.id).status


def stands_in(game: Game, number: int, deputy, now) -> None:
    """Have somebody play for the owner of a seat, who is not to act."""
    Seat.objects.filter(game=game, number=number).update(deputy=deputy, deputy_since=now)
