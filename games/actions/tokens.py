"""The verbs of personal tokens: make one, revoke it, and who it is that shows one."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable
from datetime import datetime
from hashlib import sha256
from typing import NamedTuple

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.actions import Refused
from games.actions.wishes import checked_line
from games.models import Person, Token
from games.models.access import TOKEN_NAME_LENGTH
from games.plaintext import TURNING

MOST_TOKENS = 20
PREFIX = "lkl_"
# The prefix, by which programs that look for leaked secrets know one, and 32 random bytes.
SECRET = re.compile(rf"{PREFIX}[A-Za-z0-9_-]{{43}}", re.ASCII)


class Bearer(NamedTuple):
    """Who shows a token, and what it is good for."""

    token_id: int
    person: Person
    scopes: frozenset[str]


@transaction.atomic
def make(person: Person, name: str, scopes: Iterable[str], now: datetime) -> tuple[Token, str]:
    """A new token, and its secret, which is kept nowhere. Raises Refused."""
    name, scopes = token_name(name), in_order(scopes)
    Person.locked().get(id=person.id)
    if person.tokens.count() >= MOST_TOKENS:
        raise Refused(
            ngettext(
                "You have %(most)d token, which is the most. Revoke one first.",
                "You have %(most)d tokens, which is the most. Revoke one first.",
                MOST_TOKENS,
            )
            % {"most": MOST_TOKENS}
        )
    secret = PREFIX + secrets.token_urlsafe(32)
    try:
        with transaction.atomic():
            made = Token.objects.create(
                person=person, name=name, scopes=scopes, digest=digest_of(secret), made_at=now
            )
    except IntegrityError as error:
        raise Refused(_("You have a token of this name already.")) from error
    return made, secret


def token_name(text: str) -> str:
    """The name of a token. Raises Refused."""
    name = checked_line(text, TOKEN_NAME_LENGTH, _("A name"))
    if not name:
        raise Refused(_("Give it a name, by which you will know it again."))
    if TURNING.intersection(name):
        raise Refused(_("A name cannot hold marks that turn the direction of writing."))
    return name


def in_order(scopes: Iterable[str]) -> list[str]:
    """The scopes in their usual order. Raises Refused for none, or for one that there is not."""
    chosen = set(scopes)
    if not chosen or not chosen <= set(Token.Scope.values):
        raise Refused(_("Choose what it may do."))
    return [scope for scope in Token.Scope.values if scope in chosen]


def revoke(person: Person, token_id: int) -> str:
    """Do away with a token, for good; gives its name. Raises Refused where the person has no such token."""
    token = person.tokens.filter(id=token_id).first()
    if token is None or not person.tokens.filter(id=token_id).delete()[0]:
        raise Refused(_("You have no such token."))
    return token.name


def person_of(secret: str, now: datetime) -> Bearer | None:
    """Who shows this secret; None for one that opens nothing.

    One query, and one more in the first use within an hour, which is noted.
    """
    if not SECRET.fullmatch(secret):
        return None
    shown = Token.objects.filter(digest=digest_of(secret), person__is_active=True)
    token = shown.select_related("person").first()
    if token is None:
        return None
    hour = now.replace(minute=0, second=0, microsecond=0)
    if token.used_at is None or token.used_at < hour:
        earlier = Q(used_at=None) | Q(used_at__lt=hour)
        Token.objects.filter(earlier, id=token.id).update(used_at=hour)
    return Bearer(token.id, token.person, frozenset(token.scopes))


def digest_of(secret: str) -> str:
    """What is kept of a secret."""
    return sha256(secret.encode()).hexdigest()
