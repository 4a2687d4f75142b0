"""The shapes of what the API takes and gives; the page of the API tells them field by field."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from ninja import Field, Schema

from games.pages.table_form import MOST_SEATS
from games.rules.registry import RULES

LARGEST = 2**31 - 1

# A number that is sent as a text is none, nor is a text a number.
Whole = Annotated[int, Field(strict=True)]
Text = Annotated[str, Field(strict=True)]
Yes = Annotated[bool, Field(strict=True)]
Count = Annotated[int, Field(strict=True, ge=0, le=LARGEST)]
Option = Yes | Text
Status = Literal["open", "running", "ended", "scored", "closed"]


def as_in(**example: Any) -> Any:
    """For something that is sent: with an example, and refusing what it does not know."""
    return {"extra": "forbid", "json_schema_extra": {"examples": [example]}}


def a_move() -> str:
    """A move that may begin a game."""
    rules = next(iter(RULES.values()))
    usual = {option.name: option.default for option in rules.OPTIONS}
    state = rules.begin(rules.deal(min(rules.SEATS), usual, bytes(32)))
    return next(str(move) for move in rules.legal_moves(state, 0) if rules.reveals(state, 0, move))


class Me(Schema):
    """The person whose token it is."""

    name: str
    scopes: list[str] = Field(description="What the token is good for: read, play, tables.")
    waiting: int = Field(description="How many games wait for a turn of yours.")
    commitment: str = Field(
        description="The fingerprint of the chance of your next table. Sent with a new table, it makes a "
        "repeat open no second one."
    )


class Seat(Schema):
    """A seat of a table, as everybody may know it."""

    seat: int = Field(description="Its number, from 0. Seats act in this order.")
    name: str | None = Field(description="Who sits here; null while the seat is free.")
    kind: Literal["free", "person", "house"]
    kept_by_house: bool = Field(description="Whether the house plays in place of its owner now.")
    stand_in: str | None = Field(description="Who plays in place of its owner now.")
    you: bool = Field(description="Whether you play here.")
    score: int | None = Field(description="The points, once the game is scored.")
    place: int | None = Field(description="The place from 1, once the game is scored.")


class TableLine(Schema):
    """A table in a list: what everybody may know of it."""

    slug: str = Field(description="Its name in addresses.")
    url: str = Field(description="Its page.")
    title: str
    game: str = Field(description="The game that is played, by the name that a new table takes.")
    game_name: str
    status: Status = Field(
        description="open until all seats are taken; running; ended, and scored a moment later; closed where "
        "it was given up before the start."
    )
    events: int = Field(description="Counts everything that has happened; it changes whenever anything has.")
    size: int
    options: dict[str, Option]
    terms: dict[str, dict[str, Any]] = Field(
        description="The pace, what happens when time runs out, and who may join; spans in seconds."
    )
    public: bool = Field(description="Whether it is listed for everybody.")
    seats: list[Seat]
    to_act: int | None = Field(description="The seat whose turn it is.")
    your_turn: bool = Field(description="Whether the game waits for you.")
    turn_since: datetime | None
    deadline: datetime | None = Field(
        description="When the time of this turn runs out; null where none runs."
    )
    ended_at: datetime | None
    turns_done: int
    turns_all: int = Field(description="How many turns there will be; in some games an estimate.")


class TableList(Schema):
    """A page of a list."""

    tables: list[TableLine]
    page: int
    more: bool = Field(description="Whether there is another page.")


class Turn(Schema):
    """A turn that was taken."""

    turn: int = Field(description="Counts the turns from 1.")
    seat: int
    at: datetime
    by: Literal["player", "house", "site"] = Field(
        description="Whether its player took it; the house, since time ran out or it keeps the seat; or the "
        "site, where nothing was to choose."
    )
    text: list[str] = Field(description="What happened, as you may read it.")


class Result(Schema):
    """How a game ended."""

    by_rules: bool = Field(description="False where it ended before the rules would have ended it.")
    reason: str
    winners: list[int] = Field(description="The seats that share the first place; none where nobody won.")
    scores: list[int] | None
    places: list[int] | None


class Table(TableLine):
    """A table as its reader may know it, without what they are composing on its page."""

    seq: int = Field(description="The number of the position: send it with the turn that you made for it.")
    you: int | None = Field(description="Your seat, through which you see the game.")
    after: list[str] = Field(description="The steps that were tried, as they were asked for.")
    turns: list[Turn] = Field(description="The latest turns, the last one last.")
    result: Result | None
    view: dict[str, Any] | None = Field(
        description="The position in the words of the moves; null before the start. What is not for you is "
        "null there."
    )
    legal_moves: list[str] = Field(
        description="Every step that you may take now; empty unless it is your turn."
    )
    to_be_followed: list[str] = Field(
        description="Those legal moves that cannot be the last ones sent: something has to follow them."
    )


class NotInvited(Schema):
    """Somebody who could not be invited, and why."""

    name: str
    message: str


class OpenedTable(Table):
    """A table that was opened."""

    not_invited: list[NotInvited] = Field(
        description="Whom it could not invite; the table stands all the same."
    )


class TurnWish(Schema):
    """A turn, or as much of it as has to be sent at once."""

    model_config = as_in(seq=12, moves=[a_move()])

    seq: Count = Field(description="The table’s seq when the turn was made.")
    moves: list[Text] = Field(
        description="The steps in their order. The last, and only the last, shows something new or ends the "
        "turn."
    )


class NewTable(Schema):
    """A table to be opened, at which you sit."""

    model_config = as_in(game=next(iter(RULES)), size=2, house=["sensibly"], public=False)

    game: Text
    size: Count = Field(description="How many play.")
    options: dict[str, Option] = Field(
        default={}, description="Those of the game; the usual ones where left out."
    )
    terms: dict[str, dict[str, Yes | Whole | Text | None]] = Field(
        default={}, description="As a table tells them; what is left out is as usual."
    )
    title: Text = ""
    public: Yes = Field(
        default=True, description="Whether it is listed for everybody, or found by its link only."
    )
    random_seats: Yes = Field(default=True, description="Whether seats are drawn at the start.")
    seat: Count | None = Field(default=None, description="Your seat, where seats are not drawn.")
    word: Text = Field(default="", description="A lucky word that goes into the shuffle.")
    house: list[Text] = Field(default=[], description="A house player for each seat that is given to one.")
    invite: list[Text] = Field(
        default=[], max_length=MOST_SEATS - 1, description="Members to invite, by name."
    )
    commitment: Text = Field(default="", description="From /me, so that a repeat opens no second table.")


class JoinWish(Schema):
    """How to sit down."""

    model_config = as_in(word="a lucky word")

    word: Text = Field(default="", description="A lucky word that goes into the shuffle.")
    seat: Count | None = Field(
        default=None, description="A free seat, where seats are chosen; else the first one."
    )


class LeaveWish(Schema):
    """How to get up."""

    model_config = as_in(closing=True)

    closing: Yes = Field(
        default=False, description="Must be true for the last person, with whom the table closes."
    )


class Fault(Schema):
    """What is wrong with one field."""

    field: str
    message: str


class Problem(Schema):
    """What every answer is that is not 2xx."""

    error: str = Field(description="A short code, for programs.")
    message: str = Field(description="A sentence, for people.")
    which: int | None = Field(default=None, description="Which of the moves was refused, from 0.")
    fields: list[Fault] | None = Field(default=None, description="What is wrong with which field.")
    table: Table | None = Field(
        default=None, description="The table as it stands now, where you were too late."
    )
