"""The verbs of a table before its game starts: open, sit down, get up, invite, close; and to play again.

Each is one transaction that locks the table's row first, so what it then sees is what it changes. Whoever
takes the last seat starts the game, in that same transaction.
"""

from __future__ import annotations

import logging
import re
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from games import lists, wake
from games.actions import Forbidden, Refused, Stale, habits, play
from games.actions.wishes import Wishes, check, check_bot, full_options, lucky_word, table_title
from games.models import Game, Invitation, Notice, Person, Seat
from games.models.game import OPEN_FOR, TITLE_LENGTH
from games.models.person import new_server_seed
from games.notices.outbox import LEFT, NewNotice, enqueue
from games.rules.chance import commitment

log = logging.getLogger(__name__)

INVITATIONS_A_DAY = 40
DECLINED, TAKEN_BACK = Invitation.Status.DECLINED, Invitation.Status.TAKEN_BACK
# A name that says how often the table has played, as that of a rematch does.
COUNTED = re.compile(r"(.+) \(([1-9]\d{0,3})\)", re.ASCII)


@transaction.atomic
def open_table(person: Person, wishes: Wishes, now: datetime) -> Game:
    """Open a table where the person sits. A repeat of the same page gives the table it has opened.

    The table takes the seed that the page committed to, and a new one is drawn for the person's next
    table. Starts at once where house players take every other seat. Raises Refused.
    """
    check(wishes)
    opener = Person.locked().get(id=person.id)
    if wishes.commitment != commitment(bytes(opener.next_server_seed)):
        return _opened_before(opener, wishes.commitment)
    game = _new_table(
        opener,
        now,
        rules=wishes.rules,
        options=full_options(wishes.rules, wishes.options),
        size=wishes.size,
        title=table_title(wishes.title),
        **Game.with_terms(wishes.terms),
        public=wishes.public,
        random_seats=wishes.random_seats,
    )
    own = wishes.seat if wishes.seat is not None and not wishes.random_seats else 0
    _seat(game, own, person=opener, word=lucky_word(wishes.word))
    for bot in wishes.house:
        _seat(game, _free_seat(game, None), bot=bot)
    _start_if_full(game, now)
    return game


@transaction.atomic
def join(game_id: int, person: Person, now: datetime, word: str = "", seat: int | None = None) -> Game:
    """Sit down at an open table; nothing happens to somebody who sits there already.

    `seat` counts only where seats are chosen; None takes the first free one. Whoever opened the table may
    come back; others it lets in by its terms, however they came to it. Raises Refused.
    """
    word = lucky_word(word)
    game = _locked(game_id)
    if game.seats.filter(person=person).exists():
        return game
    _must_be_open(game)
    if game.opened_by_id != person.id and (why := habits.gate_refusal(game.agreed.gates, person)):
        raise Refused(why)
    _seat(game, _free_seat(game, None if game.random_seats else seat), person=person, word=word)
    _start_if_full(game, now)
    return game


@transaction.atomic
def leave(game_id: int, person: Person, now: datetime, closing: bool = False) -> bool:
    """Get up from an open table; its owner passes it on to whoever joined next.

    The last person closes it, and must have said so by `closing`; tells whether it is closed now. Raises
    Refused.
    """
    game = _locked(game_id)
    _must_be_open(game)
    if not game.seats.filter(person=person).exists():
        raise Refused(_("You do not sit at this table."))
    heir = game.seats.exclude(person=None).exclude(person=person).order_by("joined").first()
    if heir is None and not closing:
        raise Refused(_("Nobody else sits here, so leaving closes the table. Say below that you want that."))
    game.seats.filter(person=person).update(**Seat.FREED)
    if heir is None:
        _close(game, now, by=person)
    elif game.opened_by_id == person.id:
        game.opened_by = heir.person
        game.save(update_fields=["opened_by"])
    return heir is None


@transaction.atomic
def remove_guest(game_id: int, owner: Person, seat_number: int) -> None:
    """Free a seat that a guest or a house player has taken. The table's owner only."""
    game = _owned(game_id, owner)
    seat = game.seats.filter(number=seat_number).first()
    if seat is None:
        raise Refused(_("There is no such seat at this table."))
    if seat.is_empty():
        raise Refused(_("That seat is free already."))
    if seat.person_id == owner.id:
        raise Refused(_("To give up your own seat, leave the table."))
    game.seats.filter(id=seat.id).update(**Seat.FREED)


@transaction.atomic
def set_word(game_id: int, person: Person, word: str) -> None:
    """Change the lucky word, up to the start. Raises Refused."""
    word = lucky_word(word)
    game = _locked(game_id)
    _must_be_open(game)
    if not game.seats.filter(person=person).update(word=word):
        raise Refused(_("You do not sit at this table."))


@transaction.atomic
def add_house(game_id: int, owner: Person, bot: str, now: datetime, seat: int | None = None) -> None:
    """Give a free seat to a house player. The table's owner only. Raises Refused."""
    check_bot(bot)
    game = _owned(game_id, owner)
    _seat(game, _free_seat(game, seat), bot=bot)
    _start_if_full(game, now)


@transaction.atomic
def invite(game_id: int, by: Person, name: str, now: datetime) -> Person:
    """Ask a member to a table, by mail; anybody who sits there may. Returns who was asked.

    A second invitation of the same person to the same table sends nothing. Nobody is asked whom the table
    would not let in; which of their figures is in the way is not told. Raises Refused.
    """
    game = _locked(game_id)
    _must_be_open(game)
    if not game.seats.filter(person=by).exists():
        raise Forbidden(_("Only people who sit at a table can invite to it."))
    asked = member_named(name)
    if game.seats.filter(person=asked).exists():
        raise Refused(_("%(name)s sits at this table already.") % {"name": asked.username})
    _must_not_have_declined(game.invitations.filter(person=asked).first())
    if game.opened_by_id != asked.id and habits.gate_refusal(game.agreed.gates, asked):
        raise Refused(_("%(name)s does not fit what this table asks for.") % {"name": asked.username})
    day = Invitation.objects.filter(by=by, at__gt=now - timedelta(days=1))
    if day.count() >= INVITATIONS_A_DAY:
        raise Refused(_("That is enough invitations for one day. Share the link instead."))
    _invite(game, by, [asked.id], now)
    return asked


@transaction.atomic
def decline(game_id: int, person: Person) -> None:
    """Say no to an invitation: this table asks no more. Once is as good as twice. Raises Refused."""
    game = _locked(game_id)
    _must_be_open(game)
    if game.seats.filter(person=person).exists():
        raise Refused(_("To give up your own seat, leave the table."))
    asked = game.invitations.filter(person=person).exclude(status=TAKEN_BACK)
    if not asked.update(status=DECLINED):
        raise Refused(_("You are not invited to this table."))


@transaction.atomic
def take_back(game_id: int, person: Person, name: str) -> None:
    """Take back an invitation: whoever has invited may, and the table's owner. Once is as good as twice.

    A mail that has not left by then does not leave. Raises Refused.
    """
    game = _locked(game_id)
    _must_be_open(game)
    invitation = game.invitations.filter(person=lists.person_named(name)).first()
    if person.id not in (game.opened_by_id, invitation and invitation.by_id):
        raise Forbidden(_("Only who has invited somebody, or whose table it is, can take that back."))
    if invitation is None:
        raise Refused(_("There is no such invitation."))
    _must_not_have_declined(invitation)
    invitation.status = TAKEN_BACK
    invitation.save(update_fields=["status"])


@transaction.atomic
def close_table(game_id: int, owner: Person, now: datetime) -> None:
    """Close an open table; whoever else sits there or was invited is told. Its owner only. Raises Refused."""
    _close(_owned(game_id, owner), now, by=owner)


def close_stale(now: datetime) -> int:
    """Close the tables that nobody filled within 14 days, and tell who waited there. Returns how many."""
    opened = Game.objects.filter(status=Game.Status.OPEN, opened_at__lte=now - OPEN_FOR)
    return sum(_close_stale(game_id, now) for game_id in opened.values_list("id", flat=True)[:200])


@transaction.atomic
def rematch(game_id: int, person: Person, now: datetime, word: str = "", shown: str | None = None) -> Game:
    """Open a table like that of a game that has ended, with the same people invited, once a game.

    Whoever asks second sits down at the table of the first, or is shown it where it is full. Nobody plays
    under another commitment than the `shown` one; None where no page has shown any. Raises Refused.
    """
    word = lucky_word(word)
    old = _locked(game_id)
    if not old.has_ended():
        raise Refused(_("A rematch can be asked for once the game is over."))
    seats = list(old.seats.all())
    if person.id not in [seat.person_id for seat in seats]:
        raise Forbidden(_("Only those who played can ask for a rematch."))
    again = Game.objects.filter(rematch_of=old).exclude(status=Game.Status.CLOSED).first()
    if again is not None:
        return _join_rematch(again, person, now, word, shown)
    Game.objects.filter(rematch_of=old).update(rematch_of=None)
    return _play_again(old, seats, person, now, word, shown)


def _join_rematch(again: Game, person: Person, now: datetime, word: str, shown: str | None) -> Game:
    """Sit down at the rematch of another; where one sits there already, or nobody can, it is only shown."""
    if not again.is_open() or again.seats.filter(person=person).exists():
        return again
    if shown not in (None, again.commitment):
        raise Stale(_("The rematch has been opened meanwhile, under the fingerprint that you see now."))
    return join(again.id, person, now, word)


def _play_again(
    old: Game, seats: list[Seat], person: Person, now: datetime, word: str, shown: str | None
) -> Game:
    opener = Person.locked().get(id=person.id)
    if shown not in (None, commitment(bytes(opener.next_server_seed))):
        raise Stale(_("This page was too old to ask for a rematch from. Here is a fresh one."))
    game = _new_table(
        opener,
        now,
        rules=old.rules,
        options=old.options,
        size=old.size,
        title=_counted_up(old.title),
        **Game.with_terms(old.agreed),
        public=old.public,
        random_seats=old.random_seats,
        rematch_of=old,
    )
    for seat in sorted(seats, key=lambda seat: bool(seat.bot)):
        if seat.person_id == opener.id:
            _seat(game, seat.number, person=opener, word=word)
        elif seat.bot:
            _seat(game, seat.number, bot=seat.bot)
    others = [seat.person_id for seat in seats if seat.person_id not in (None, opener.id)]
    _invite(game, opener, others, now)
    _start_if_full(game, now)
    return game


def _counted_up(title: str) -> str:
    """The name of a rematch: "Slow cup", "Slow cup (2)", "Slow cup (3)". No name stays none."""
    if not title:
        return ""
    found = COUNTED.fullmatch(title)
    name, number = (found[1], int(found[2]) + 1) if found else (title, 2)
    end = f" ({number})"
    return name[: TITLE_LENGTH - len(end)].rstrip() + end


def _new_table(opener: Person, now: datetime, **choices: object) -> Game:
    """A table with its empty seats, from the opener's waiting seed; draws the seed of the next one."""
    seed = bytes(opener.next_server_seed)
    opener.next_server_seed = new_server_seed()
    opener.save(update_fields=["next_server_seed"])
    game = Game.objects.create(
        opened_by=opener, opened_at=now, server_seed=seed, commitment=commitment(seed), **choices
    )
    Seat.objects.bulk_create(Seat(game=game, number=number) for number in range(game.size))
    return game


def _opened_before(opener: Person, shown: str) -> Game:
    """The table that this very page has opened."""
    game = Game.objects.filter(commitment=shown, opened_by=opener).first() if shown.isalnum() else None
    if game is None:
        raise Stale(_("This page is too old to open a table from. Here is a fresh one."))
    return game


def _locked(game_id: int) -> Game:
    return Game.objects.select_for_update().get(id=game_id)


def _owned(game_id: int, owner: Person) -> Game:
    """The open table, locked. Raises Refused where it is not this person's, or not open."""
    game = _locked(game_id)
    if game.opened_by_id != owner.id:
        raise Forbidden(_("Only the person whose table it is can do that."))
    _must_be_open(game)
    return game


def _must_be_open(game: Game) -> None:
    if game.status == Game.Status.CLOSED:
        raise Stale(_("This table has been closed."))
    if not game.is_open():
        raise Stale(_("The table is full: its game has started."))


def _free_seat(game: Game, wanted: int | None) -> int:
    """The number of the wanted seat, or of the first free one."""
    free = game.seats.filter(**Seat.EMPTY).order_by("number").values_list("number", flat=True)
    if wanted is None:
        number = free.first()
        if number is None:
            raise Stale(_("The table is full."))
        return number
    if wanted not in range(game.size):
        raise Refused(_("There is no such seat at this table."))
    if wanted not in free:
        raise Stale(_("That seat is taken."))
    return wanted


def _seat(game: Game, number: int, **who: object) -> None:
    """Put a person or a house player on a seat that must still be free."""
    last = game.seats.aggregate(last=Max("joined"))["last"]
    joined = 0 if last is None else last + 1
    if game.seats.filter(number=number, **Seat.EMPTY).update(joined=joined, **who) != 1:
        raise Stale(_("That seat is taken."))


def _start_if_full(game: Game, now: datetime) -> None:
    if not game.seats.filter(**Seat.EMPTY).exists():
        play.start(game, now)


def _close(game: Game, now: datetime, by: Person | None) -> None:
    """Close it, and tell who sits there and who was invited, but for the person who closes it."""
    game.status, game.closed_at = Game.Status.CLOSED, now
    game.save(update_fields=["status", "closed_at"])
    seated = game.seats.exclude(person=None).values_list("person_id", flat=True)
    invited = game.invitations.filter(status=Invitation.Status.OPEN).values_list("person_id", flat=True)
    told = sorted({*seated, *invited} - {by and by.id})
    enqueue([NewNotice(it, Notice.Kind.CLOSED, str(game.id), game_id=game.id) for it in told], now)
    wake.game(game.id)


def _close_stale(game_id: int, now: datetime) -> bool:
    """Close one table if it is still open; a failure is logged and leaves the others alone."""
    try:
        with transaction.atomic():
            game = _locked(game_id)
            if not game.is_open() or game.opened_at > now - OPEN_FOR:
                return False
            _close(game, now, by=None)
            return True
    except Exception:
        log.exception("Table %s could not be closed", game_id)
        return False


def member_named(name: str) -> Person:
    """The person of that name, whose address is confirmed."""
    person = lists.person_named(name)
    if person is None or not EmailAddress.objects.filter(user=person, verified=True).exists():
        raise Refused(_("There is no member of that name."))
    return person


def _must_not_have_declined(invitation: Invitation | None) -> None:
    if invitation is not None and invitation.status == DECLINED:
        raise Refused(_("%(name)s has declined to play here.") % {"name": invitation.person.username})


def _invite(game: Game, by: Person, asked: list[int], now: datetime) -> None:
    """Ask those who are not asked yet. A table mails each of them once, however often it takes that back."""
    known = set(game.invitations.exclude(status=TAKEN_BACK).values_list("person_id", flat=True))
    new = [it for it in asked if it not in known]
    Invitation.objects.bulk_create(
        [Invitation(game=game, person_id=it, by=by, at=now) for it in new],
        update_conflicts=True,
        unique_fields=["game", "person"],
        update_fields=["by", "at", "status"],
    )
    mails = Notice.objects.filter(kind=Notice.Kind.INVITATION, game=game, person__in=new)
    mails.exclude(status__in=LEFT).delete()
    data = {"by": by.id}
    enqueue(
        [NewNotice(it, Notice.Kind.INVITATION, str(game.id), game_id=game.id, data=data) for it in new], now
    )
    wake.game(game.id)
