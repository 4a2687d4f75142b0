"""Programs of people, for tests of the API: what they ask with a token, and what they are told."""

from __future__ import annotations

from typing import Any

from django.test import Client

from games.actions import tokens
from games.models import Person, Token
from tests.site.cast import NOW

ROOT = "/api/v1/"
EVERYTHING = tuple(Token.Scope.values)


class Program:
    """A program with a token of somebody's."""

    def __init__(self, secret: str, **options: Any) -> None:
        self.client = Client(headers={"Authorization": f"Bearer {secret}"}, **options)

    def get(self, path: str, **query: Any) -> Any:
        """The answer to a question."""
        return self.client.get(ROOT + path, query)

    def told(self, path: str, **query: Any) -> Any:
        """What is told to a question."""
        answer = self.get(path, **query)
        assert answer.status_code == 200, answer.content
        return answer.json()

    def post(self, path: str, body: Any = None) -> Any:
        """The answer to something to be done; a text is sent as it is."""
        return self.client.post(ROOT + path, {} if body is None else body, content_type="application/json")


def program(person: Person, *scopes: str, **options: Any) -> Program:
    """A program of this person's, with a token of these scopes, or of all."""
    name = f"program {person.tokens.count()}"
    return Program(tokens.make(person, name, scopes or EVERYTHING, NOW)[1], **options)


def a_move(table: dict[str, Any]) -> str:
    """The first legal move that can be sent alone."""
    return next(move for move in table["legal_moves"] if move not in table["to_be_followed"])
