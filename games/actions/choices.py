"""The verbs of what somebody wants to be told: the page of choices, and tables of which they hear no more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from games import timing
from games.actions import Refused
from games.actions.play import NotYours
from games.actions.settling import must_run
from games.clock.deadlines import LEADS, MOST_LEADS
from games.models import Channel, Choices, Game, Person, Seat
from games.models.choices import DAY
from games.models.direct import update
from games.models.rows import locked_game, seats_of
from games.notices import outbox
from games.notices.choice import BY_SLUG, EVENTS

# What is written down as it is wished.
AS_WISHED = (
    *("idle_minutes", "digest_at", "quiet_from", "quiet_until", "one_mail"),
    *("hand_in_mail", "turns_in_mail", "sign_in_by_mail"),
)


@dataclass(frozen=True, slots=True)
class Wishes:
    """All that the page of choices asks. Times of day are minutes after midnight where the person lives.

    `channels` has those on which each event is told, `when` how its mail leaves (`Choices.When`); `leads`
    are the hours before a deadline at which to remind, none as usual; an empty `language` is the site's.
    """

    channels: Mapping[str, tuple[str, ...]]
    when: Mapping[str, str]
    idle_minutes: int
    digest_at: int
    quiet_from: int | None = None
    quiet_until: int | None = None
    one_mail: bool = False
    hand_in_mail: bool = False
    turns_in_mail: bool = True
    sign_in_by_mail: bool = False
    leads: tuple[int, ...] = ()
    language: str = ""


class CannotBe(Refused):
    """Wishes that cannot be: `faults` has a sentence for each that is wrong, by its name."""

    def __init__(self, faults: dict[str, str]) -> None:
        super().__init__(next(iter(faults.values())))
        self.faults = faults


def save_choices(person: Person, wishes: Wishes, now: datetime) -> None:
    """Keep what a person wants to be told, where and when. Raises CannotBe.

    It holds at once: what waits is taken up again, and the turns that wait for the person are reminded of by
    other reminders from now on.
    """
    if faults := dict(_faults(wishes)):
        raise CannotBe(faults)
    leads = sorted(set(wishes.leads), reverse=True) or None
    changed = _keep(person, wishes, leads)
    person.leads, person.language = leads, wishes.language
    outbox.reconsider(person.pk, now)
    if changed:
        for game_id in Game.objects.filter(waits_for=person).order_by("id").values_list("id", flat=True):
            remind_anew(game_id, person.pk, now)


@transaction.atomic
def remind_anew(game_id: int, person_id: int, now: datetime) -> None:
    """Have the turn that waits for this person be reminded of when they wish it now."""
    game = locked_game(game_id)
    if game.waits_for_id == person_id and game.to_act is not None:
        timing.remind_anew(game, seats_of(game_id)[game.to_act], now)
        update(game, "remind_at")


@transaction.atomic
def mute_table(game_id: int, person_id: int) -> None:
    """Tell a person nothing more of this table, but what is always told. A second time changes nothing.

    Raises NotYours for who has nothing to do with it, GameOver, NotRunning, Game.DoesNotExist.
    """
    game, person = Game.objects.get(id=game_id), Person.locked().get(id=person_id)
    if not Seat.objects.filter(Q(person=person) | Q(deputy=person), game=game).exists():
        raise NotYours(_("You have no seat at this table."))
    must_run(game)
    choices, _made = Choices.objects.get_or_create(person=person)
    choices.muted_tables.add(game)


@transaction.atomic
def hear_table(game_id: int, person_id: int) -> None:
    """Tell a person of this table again. A second time changes nothing."""
    for choices in Choices.objects.filter(person=person_id):
        choices.muted_tables.remove(game_id)


def muted_by(person: Person) -> list[int]:
    """The tables of which a person wants to hear nothing, as long as there would be anything. One query."""
    muted = Choices.muted_tables.through.objects.filter(choices__person=person)
    running = muted.filter(game__status=Game.Status.RUNNING)
    return list(running.order_by("game_id").values_list("game_id", flat=True))


@transaction.atomic
def _keep(person: Person, wishes: Wishes, leads: list[int] | None) -> bool:
    """Write it down, of events only what is not as usual. Returns whether other reminders were chosen."""
    locked = Person.locked().get(id=person.pk)
    choices, _made = Choices.objects.get_or_create(person=locked)
    for name in AS_WISHED:
        setattr(choices, name, getattr(wishes, name))
    choices.matrix, choices.when = _other_channels(wishes), _other_times(wishes)
    choices.save(update_fields=["matrix", "when", *AS_WISHED])
    changed = locked.leads != leads
    locked.leads, locked.language = leads, wishes.language
    locked.save(update_fields=["leads", "language"])
    return changed


def _other_channels(wishes: Wishes) -> dict[str, list[str]]:
    """The channels of the events that are not told as usual."""
    chosen = ((event, [it.value for it in Channel if it in wishes.channels[event.slug]]) for event in EVENTS)
    return {event.slug: channels for event, channels in chosen if channels != list(event.channels)}


def _other_times(wishes: Wishes) -> dict[str, str]:
    """How the mails leave that do not leave at once."""
    return {slug: it for slug, it in wishes.when.items() if it != Choices.When.ONCE}


# ------------------------------------------------------------------ what cannot be


def _faults(wishes: Wishes) -> Iterator[tuple[str, str]]:
    """What is wrong, each with the name of what it is about."""
    if not (_are_of_all_events(wishes.channels) and _are_of_all_events(wishes.when) and _exist(wishes)):
        yield "channels", _("Choose among these events, channels and times.")
    least, most = Choices.IDLE
    if not least <= wishes.idle_minutes <= most:
        yield "idle_minutes", _("Choose %(least)d to %(most)d minutes.") % {"least": least, "most": most}
    if not 0 <= wishes.digest_at < DAY:
        yield "digest_at", _("Choose a time of the day between 00:00 and 23:59.")
    yield from _faults_of_quiet(wishes.quiet_from, wishes.quiet_until)
    if not all(it in LEADS for it in wishes.leads):
        yield "leads", _("A reminder comes 1 hour to 14 days before the end.")
    elif len(set(wishes.leads)) > MOST_LEADS:
        yield "leads", _("Choose at most four reminders of a turn.")
    if wishes.language and wishes.language not in dict(settings.LANGUAGES):
        yield "language", _("Choose one of these languages.")


def _are_of_all_events(chosen: Mapping[str, object]) -> bool:
    return chosen.keys() == BY_SLUG.keys()


def _exist(wishes: Wishes) -> bool:
    channels = {it for chosen in wishes.channels.values() for it in chosen}
    return channels <= set(Channel.values) and set(wishes.when.values()) <= set(Choices.When.values)


def _faults_of_quiet(begins: int | None, ends: int | None) -> Iterator[tuple[str, str]]:
    if begins is None and ends is not None:
        yield "quiet_from", _("Say when your quiet hours begin, or leave both empty.")
    elif ends is None and begins is not None:
        yield "quiet_until", _("Say when your quiet hours end, or leave both empty.")
    elif begins is not None and begins == ends:
        yield "quiet_until", _("Quiet hours have to end at another time than they begin.")
    elif begins is not None and ends is not None and not (0 <= begins < DAY and 0 <= ends < DAY):
        yield "quiet_from", _("Choose times of the day between 00:00 and 23:59.")
