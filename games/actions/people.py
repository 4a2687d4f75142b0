"""The verbs of people: their settings, and the seat that waits for a newcomer."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Avg, Count, Q

from games.actions import Refused, lobby
from games.models import Game, Person, Seat
from games.models.direct import Prepared
from games.models.person import NAME_TAKEN

SETTINGS = ("username", "time_zone", "theme", "single_keys")


@dataclass(frozen=True, slots=True)
class Figures:
    """How a person has fared in one game: its tables that have ended and had two people or more.

    A shared first place is won; one that nobody won does not count. `mean` is that of the scores, as far as
    the rules have ended a game. Scores of two games say nothing about each other, so no figure mixes them.
    """

    rules: str
    played: int
    won: int
    mean: float | None


_statistics = Prepared(
    lambda person: (
        Seat.objects.filter(
            person_id=person,
            game__status=Game.Status.SCORED,
            game__people__gte=2,
            game__archived=False,
            place__isnull=False,
        )
        .order_by("game__rules")
        .values("game__rules")
        .annotate(played=Count("id"), won=Count("id", filter=Q(place=1)), mean=Avg("score"))
        .values_list("game__rules", "played", "won", "mean")
    ),
    -1,
)


def statistics(person: Person) -> tuple[Figures, ...]:
    """The figures of one person, game by game, in one query; imported games are in nobody's."""
    return tuple(
        Figures(rules, played, won, None if mean is None else float(mean))
        for rules, played, won, mean in _statistics(person.pk)
    )


def save_settings(person: Person, **changes: object) -> None:
    """Change some of the settings (`SETTINGS`). Raises Refused with the first sentence of what is wrong."""
    unknown = changes.keys() - set(SETTINGS)
    if unknown:
        raise TypeError(f"no settings: {', '.join(sorted(unknown))}")
    changed = copy(person)
    for name, value in changes.items():
        setattr(changed, name, value)
    try:
        with transaction.atomic():
            changed.clean()  # makes of the name what will be written: that is to be checked
            changed.full_clean(exclude=[it.name for it in Person._meta.fields if it.name not in changes])
            changed.save(update_fields=list(changes))
    except ValidationError as error:
        raise Refused(error.messages[0]) from error
    except IntegrityError as error:
        raise Refused(str(NAME_TAKEN)) from error
    for name in changes:
        setattr(person, name, getattr(changed, name))


def remember_wish(person: Person, game: Game) -> None:
    """Keep the table whose link brought somebody here, until the address is confirmed."""
    person.wants_seat_at = game
    person.save(update_fields=["wants_seat_at"])


@transaction.atomic
def address_confirmed(person: Person, now: datetime) -> Game | None:
    """Seat a newcomer at the table whose link brought them, if there is still a seat; gives that table.

    None where there was no such wish, or no seat any more. Doing it twice changes nothing. Mail goes to an
    address that was confirmed just now, whatever came back before.
    """
    newcomer = Person.locked().get(id=person.id)
    wanted = newcomer.wants_seat_at_id
    newcomer.wants_seat_at = person.wants_seat_at = None
    newcomer.bounced = person.bounced = ""
    newcomer.save(update_fields=["wants_seat_at", "bounced"])
    if wanted is None:
        return None
    try:
        return lobby.join(wanted, newcomer, now)
    except (Refused, Game.DoesNotExist):
        return None
