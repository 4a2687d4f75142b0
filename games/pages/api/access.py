"""Who asks the API: whoever shows a personal token, which is good for some of it, and not too often."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone, translation
from ninja.security import HttpBearer

from games.actions import tokens
from games.models import Person, Token
from games.pages.api import limits

READ, PLAY, TABLES = Token.Scope.READ, Token.Scope.PLAY, Token.Scope.TABLES


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks, what their token is good for, and when it was asked."""

    person: Person
    scopes: frozenset[str]
    now: datetime

    @property
    def reader(self) -> Person | None:
        """Who reads what is answered of a table: nobody in particular, where the token may neither see nor
        play what its person plays.
        """
        return self.person if self.scopes & {READ, PLAY} else None


class ApiRequest(HttpRequest):
    """A request by somebody known."""

    auth: Caller


class MissingScope(Exception):
    """The token is not good for this."""

    def __init__(self, scope: str) -> None:
        super().__init__(scope)
        self.scope = scope


class TooOften(Exception):
    """The token has asked too often; `wait` seconds later it is answered again."""

    def __init__(self, wait: int) -> None:
        super().__init__(wait)
        self.wait = wait


class PersonalToken(HttpBearer):
    """Lets those in who show a token with the scope. Cookies count for nothing here."""

    def __init__(self, scope: str) -> None:
        super().__init__()
        self.scope = scope

    def authenticate(self, request: HttpRequest, token: str) -> Caller | None:
        """Who shows this token; None for one that opens nothing. Raises TooOften or MissingScope."""
        now = timezone.now()
        bearer = tokens.person_of(token, now)
        if bearer is None:
            return None
        if wait := limits.wait_for(bearer.token_id, request.method != "GET", now):
            raise TooOften(wait)
        if self.scope not in bearer.scopes:
            raise MissingScope(self.scope)
        _speak_to(bearer.person)
        return Caller(bearer.person, bearer.scopes, now)


def _speak_to(person: Person) -> None:
    """Have the sentences of this request, and the times within them, be for this person."""
    timezone.activate(person.zone)
    if person.language in dict(settings.LANGUAGES):
        translation.activate(person.language)
