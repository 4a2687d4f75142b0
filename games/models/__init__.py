"""What the site stores: people, games, their events, absences, and what people are told."""

from games.models.absence import Answer, Away, Heartbeat, Outage, Question
from games.models.access import SignIn, Token
from games.models.choices import Channel, Choices, Endpoint
from games.models.event import Draft, Event
from games.models.game import Game, Invitation, Seat
from games.models.notice import Notice
from games.models.person import Person

__all__ = [
    "Answer",
    "Away",
    "Channel",
    "Choices",
    "Draft",
    "Endpoint",
    "Event",
    "Game",
    "Heartbeat",
    "Invitation",
    "Notice",
    "Outage",
    "Person",
    "Question",
    "Seat",
    "SignIn",
    "Token",
]
