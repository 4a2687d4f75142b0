"""What the site stores: people, games, their events, and what people are told."""

from games.models.event import Draft, Event
from games.models.game import Game, Invitation, Seat
from games.models.notice import Notice
from games.models.person import Person

__all__ = ["Draft", "Event", "Game", "Invitation", "Notice", "Person", "Seat"]
