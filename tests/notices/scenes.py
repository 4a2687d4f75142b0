"""Mails of every kind from one game whose every step repeats, for looking at and for comparing."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.core.mail import EmailMultiAlternatives

from games import store
from games.actions import absence, play
from games.clock.terms import Terms
from games.models import Choices, Game, Invitation, Notice, Person
from games.notices.compose import compose
from games.notices.outbox import NewNotice, enqueue
from tests.site.cast import NOW, running
from tests.site.tables import opened

LATER = NOW + timedelta(hours=30)
TITLE = "Slow cup, round 2"
# Whether a game shows the lanterns of others, where a scene does not say so itself.
LANTERNS = "open"


def cast() -> tuple[Person, ...]:
    """Four people in four zones, one unknown; by seat."""
    zones = {"tomas": "Europe/Lisbon", "ines": "America/Sao_Paulo", "joon": "Asia/Seoul", "mei": ""}
    return tuple(member(name, zone) for name, zone in zones.items())


def member(name: str, zone: str = "") -> Person:
    """Somebody with a confirmed address, who cannot sign in."""
    it = Person.objects.create(username=name, email=f"{name}@example.org", password="!", time_zone=zone)
    EmailAddress.objects.create(user=it, email=it.email, verified=True, primary=True)
    return it


def take_turn(game: Game, chance: random.Random) -> None:
    """Some whole turn of the seat to act, dedicating where it can."""
    game.refresh_from_db()
    position = store.load(game)
    rules, state, texts = position.rules, position.state, []
    seat, person = to_act(game)
    while True:
        moves = sorted(map(str, rules.legal_moves(state, seat)))
        better = [it for it in moves if it.startswith(("dedicate", "discard"))] or moves
        move = rules.parse(chance.choice(better))
        texts.append(str(move))
        if rules.reveals(state, seat, move):
            break
        state, _ = rules.apply(state, seat, move)
    play.submit_turn(game.id, person.id, game.seq, texts, LATER)


def to_act(game: Game) -> tuple[int, Person]:
    """The seat to act and the person there."""
    seat = game.seats.select_related("person").get(number=game.to_act or 0)
    assert seat.person is not None
    return seat.number, seat.person


def played(turns: int, lanterns: str = "", terms: Terms | None = None, seats: int = 4) -> Game:
    """A game after some turns, of the four or of the first of them."""
    options = {"edition": "printed", "lanterns": lanterns or LANTERNS}
    game = running(*cast()[:seats], title=TITLE, slug="slow-cup", options=options, terms=terms)
    chance = random.Random(11)
    for _ in range(turns):
        take_turn(game, chance)
    game.refresh_from_db()
    return game


def notice_for(name: str, kind: str, game: Game, **data: object) -> Notice:
    """A notice of this kind alone, to somebody at this table."""
    Notice.objects.all().delete()
    to = Person.objects.get(username=name)
    enqueue([NewNotice(to.id, kind, "scene", game_id=game.id, data=data)], LATER)
    return Notice.objects.select_related("person", "game").get()


def started():
    """The table is full; somebody else begins."""
    return notice_for("joon", "started", played(0), your_turn=False, seq=0)


def started_first():
    """The table is full, and it is the reader's turn."""
    return notice_for("tomas", "started", played(0), your_turn=True, seq=0)


def started_after_house():
    """A house player has begun, so the reader's turn came before the start was told."""
    _, *people = cast()
    game = running("sensibly", *people, title=TITLE, slug="slow-cup")
    play.play_house(game.id, LATER)
    game.refresh_from_db()
    notice = notice_for("ines", "turn", game, seq=game.seq)
    enqueue([NewNotice(people[0].id, "started", "scene", game_id=game.id)], LATER)
    Notice.objects.filter(kind="started").update(status="overtaken")
    return notice


def turn():
    """The usual mail."""
    return notice_for("joon", "turn", played(14), seq=store_seq())


def turn_first():
    """The first turn of somebody, whose zone nobody knows."""
    return notice_for("mei", "turn", played(3), seq=store_seq())


def turn_hidden():
    """The usual mail, where others' lanterns are not shown."""
    return notice_for("joon", "turn", played(14, lanterns="hidden"), seq=store_seq())


def turn_over_twelve():
    """A turn with more lanterns than may be held."""
    game, chance = played(0), random.Random(3)
    while not is_over_twelve(game):
        take_placing_turn(game, chance)
    _, sitter = to_act(game)
    return notice_for(sitter.username, "turn", game, seq=game.seq)


def is_over_twelve(game: Game) -> bool:
    """Whether whoever is to act holds too many lanterns."""
    game.refresh_from_db()
    return bool(store.load(game).state.excess > 0)


def take_placing_turn(game: Game, chance: random.Random) -> None:
    """A turn that only places a tile."""
    position = store.load(game)
    seat, person = to_act(game)
    moves = sorted(map(str, position.rules.legal_moves(position.state, seat)))
    text = chance.choice([it for it in moves if it.startswith("place")])
    play.submit_turn(game.id, person.id, game.seq, [text], LATER)


def turn_last():
    """Every tile lies on the lake."""
    game, chance = played(0), random.Random(5)
    while not store.load(game).state.final:
        take_turn(game, chance)
        game.refresh_from_db()
    _, sitter = to_act(game)
    return notice_for(sitter.username, "turn", game, seq=game.seq)


def turn_after_time_out():
    """The turn before was played by the house."""
    game = played(4)
    out_of_time(game)
    game.refresh_from_db()
    return notice_for("ines", "turn", game, seq=game.seq)


def out_of_time(game: Game) -> None:
    """The seat to act lets its time pass."""
    Game.objects.filter(id=game.id).update(deadline_at=LATER, clock_at=LATER, clock_left=timedelta(0))
    assert absence.time_out(game.id, LATER)


def turn_with_hand():
    """The reader wants to see their tiles in the mail, and may sign in by it."""
    notice = turn()
    with_hand(notice)
    return notice


def with_hand(notice: Notice) -> None:
    """The reader has chosen all that a mail of a turn can hold."""
    Choices.objects.create(person=notice.person, hand_in_mail=True, sign_in_by_mail=True)


def turn_bare():
    """The reader wants no turns suggested."""
    notice = turn()
    Choices.objects.create(person=notice.person, turns_in_mail=False)
    return notice


def reminder():
    """Half of the time has gone."""
    game = played(6)
    return notice_for("joon", "reminder", game, seq=game.seq, deadline=deadline_of(game))


def deadline_of(game: Game) -> str:
    """The deadline as a reminder keeps it."""
    assert game.deadline_at is not None
    return game.deadline_at.isoformat()


def timeout_own():
    """The house played the reader's turn."""
    game = played(6)
    out_of_time(game)
    return notice_for("joon", "timeout", game, seat=2, seq=6)


def timeout_other():
    """The house played somebody else's turn."""
    game = played(6)
    out_of_time(game)
    return notice_for("ines", "timeout", game, seat=2, seq=6)


def result():
    """The game is over."""
    game, chance = played(0), random.Random(5)
    while game.status == Game.Status.RUNNING:
        take_turn(game, chance)
        game.refresh_from_db()
    play.score(game.id, LATER)
    return notice_for("joon", "result", game)


def invitation():
    """Somebody asks the reader to a table."""
    tomas, _, joon, _ = cast()
    game = opened(tomas, joon, title=TITLE)
    return invited(game, by=tomas)


def invitation_rematch():
    """The same game again, asked for by somebody whom the reader has played with."""
    tomas, ines, *_ = cast()
    before = running(tomas, ines, title="Slow cup")
    game = opened(tomas, title=TITLE, size=2)
    Game.objects.filter(id=game.id).update(rematch_of=before)
    return invited(game, by=tomas)


def invited(game: Game, by: Person) -> Notice:
    """Somebody invites ines."""
    Game.objects.filter(id=game.id).update(slug="slow-cup")
    Invitation.objects.create(game=game, person=Person.objects.get(username="ines"), by=by, at=LATER)
    return notice_for("ines", "invitation", game, by=by.id)


def closed_stale():
    """Nobody filled the table."""
    tomas, *_ = cast()
    game = opened(tomas, title=TITLE, now=LATER - timedelta(days=14))
    Game.objects.filter(id=game.id).update(status="closed", closed_at=LATER)
    return notice_for("tomas", "closed", game)


def closed():
    """The owner closed the table."""
    tomas, ines, *_ = cast()
    game = opened(tomas, ines, title=TITLE)
    Game.objects.filter(id=game.id).update(status="closed", closed_at=LATER)
    return notice_for("ines", "closed", game)


def closed_invited():
    """The owner closed a table that the reader was invited to."""
    tomas, ines, joon, _ = cast()
    game = opened(tomas, ines, title=TITLE)
    Game.objects.filter(id=game.id).update(status="closed", closed_at=LATER)
    notice = notice_for("joon", "closed", game)
    Notice.objects.create(kind="invitation", person=joon, game=game, key="scene", status="sent")
    return notice


def digest():
    """What was kept for the reader's own hour: a turn, and a game that has begun."""
    turn = played(6)
    joon = Person.objects.get(username="joon")
    tomas = Person.objects.get(username="tomas")
    begun = running(tomas, joon, title="Quick cup", slug="quick-cup")
    kept = [
        NewNotice(joon.id, "turn", "kept", game_id=turn.id, data={"seq": turn.seq}),
        NewNotice(joon.id, "started", "kept", game_id=begun.id, data={"your_turn": False, "seq": 0}),
    ]
    Notice.objects.all().delete()
    enqueue(kept, LATER)
    Notice.objects.update(why=Notice.Why.DIGEST)
    rows = [*Notice.objects.order_by("id").values_list("id", flat=True)]
    enqueue([NewNotice(joon.id, "digest", "scene", data={"rows": rows})], LATER)
    return Notice.objects.select_related("person", "game").get(kind="digest")


def test():
    """What the reader has asked for, to see that mail comes."""
    cast()
    mei = Person.objects.get(username="mei")
    return Notice.objects.create(person=mei, kind="test", key="scene", created_at=LATER, due_at=LATER)


def store_seq() -> int:
    """The number of events of the one game there is."""
    return Game.objects.get().seq


SCENES: tuple[Callable[[], Notice], ...] = (
    *(
        started,
        started_first,
        started_after_house,
        turn,
        turn_first,
        turn_hidden,
        turn_over_twelve,
        turn_last,
        turn_after_time_out,
        turn_with_hand,
        turn_bare,
        reminder,
    ),
    *(
        timeout_own,
        timeout_other,
        result,
        invitation,
        invitation_rematch,
        closed_stale,
        closed,
        closed_invited,
        digest,
        test,
    ),
)


ADDRESS = "http://127.0.0.1:8000/account"
ACCOUNT_MAILS: dict[str, dict[str, str]] = {
    "email_confirmation_signup": {"activate_url": f"{ADDRESS}/confirm-email/KEY/"},
    "email_confirmation": {"activate_url": f"{ADDRESS}/confirm-email/KEY/"},
    "password_reset_key": {"password_reset_url": f"{ADDRESS}/password/reset/key/1-KEY/", "username": "mei"},
    "account_already_exists": {"password_reset_url": f"{ADDRESS}/password/reset/"},
    "email_changed": {"from_email": "mei@example.org", "to_email": "mei@example.net"},
    "email_deleted": {"deleted_email": "mei@example.net"},
    "password_changed": {},
    "password_reset": {},
    "password_set": {},
}


def moment_of(notice: Notice) -> datetime:
    """When a scene is told: a reminder when half of the time is left, all else at once."""
    if notice.kind == Notice.Kind.REMINDER and notice.data["deadline"]:
        return LATER + timedelta(hours=36)
    return max(notice.created_at, notice.due_at)


def message_of(scene: Callable[[], Notice]) -> EmailMultiAlternatives:
    """The message that a scene's reader gets."""
    notice = scene()
    return compose(notice, moment_of(notice))
