"""Tables and rows of lists as the API tells them: nothing but what the gate and the lists have given."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from datetime import timedelta
from typing import Any

from games import offers
from games.addresses import absolute, url_of
from games.clock.terms import Terms
from games.drawing.unfinished import reason
from games.lists import Page, Row, Sitter
from games.models.rows import Seated
from games.pages.api import shapes
from games.pages.api.access import Caller
from games.rules.registry import RULES
from games.sitters import Sitting
from games.tables import LogTurn, Table

LOG_TURNS = 12


def table_for(
    seated: Seated, caller: Caller, turns: int = LOG_TURNS, after: Sequence[str] = ()
) -> dict[str, Any]:
    """A table as its reader may know it, after some steps of theirs that show nothing new."""
    table = offers.as_it_stands(seated, caller.reader, turns, caller.now)
    table = offers.after(table, seated, after)
    steps = offers.steps_of(table)
    done, in_all = table.progress
    return _facts(table) | {
        "seats": [_seat_of_table(seat) for seat in table.seats],
        "turns_done": done,
        "turns_all": in_all,
        "seq": table.moved,
        "you": table.viewer,
        "after": list(after),
        "turns": [_turn(table, turn) for turn in table.log],
        "result": _result(table),
        "view": None if table.view is None else RULES[table.rules].spell_view(table.view),
        "legal_moves": list(steps.legal),
        "to_be_followed": list(steps.to_be_followed),
    }


def page_of(page: Page, reader: int) -> shapes.TableList:
    """A page of a list."""
    rows = [shapes.TableLine(**_row(row, reader)) for row in page.rows]
    return shapes.TableList(tables=rows, page=page.number, more=page.more)


def terms_told(terms: Terms) -> dict[str, dict[str, Any]]:
    """The terms with all they say, as a new table takes them; spans in seconds."""
    parts = asdict(terms).items()
    return {part: {name: _plain(value) for name, value in fields.items()} for part, fields in parts}


def _plain(value: Any) -> Any:
    return int(value.total_seconds()) if isinstance(value, timedelta) else value


def _row(row: Row, reader: int) -> dict[str, Any]:
    return _facts(row) | {
        "seats": [_seat_of_row(seat, reader) for seat in row.seats],
        "turns_done": row.turns_done,
        "turns_all": row.turns_all,
    }


def _facts(it: Table | Row) -> dict[str, Any]:
    """What is told alike of a table and of a line of a list."""
    return {
        "slug": it.slug,
        "url": absolute(url_of(it.slug)),
        "title": it.title,
        "game": it.rules,
        "game_name": it.rules_name,
        "status": it.status,
        "events": it.seq,
        "size": it.size,
        "options": it.options,
        "terms": terms_told(it.terms),
        "public": it.public,
        "to_act": it.to_act,
        "your_turn": it.your_turn,
        "turn_since": it.turn_since,
        "deadline": it.deadline_at,
        "ended_at": it.ended_at,
    }


def _seat_of_table(seat: Sitting) -> dict[str, Any]:
    return {
        "seat": seat.number,
        "name": None if seat.is_empty else seat.name,
        "kind": _kind(seat.is_empty, seat.bot),
        "kept_by_house": seat.kept,
        "stand_in": seat.stand_in if seat.stands_in else None,
        "you": seat.is_you,
        "score": seat.score,
        "place": seat.place,
    }


def _seat_of_row(seat: Sitter, reader: int) -> dict[str, Any]:
    return {
        "seat": seat.number,
        "name": None if seat.empty else seat.name,
        "kind": _kind(seat.empty, seat.bot),
        "kept_by_house": bool(seat.keeper),
        "stand_in": seat.deputy,
        "you": seat.is_of(reader),
        "score": seat.score,
        "place": seat.place,
    }


def _kind(is_free: bool, bot: str) -> str:
    return "free" if is_free else "house" if bot else "person"


def _turn(table: Table, turn: LogTurn) -> dict[str, Any]:
    by_house = turn.timed_out or turn.by_house
    return {
        "turn": turn.number,
        "seat": turn.seat,
        "at": turn.at,
        "by": "house" if by_house else "site" if turn.by_site else "player",
        "text": [table.text.say(sentence) for sentence in turn.sentences],
    }


def _result(table: Table) -> dict[str, Any] | None:
    """How the game ended, whether its rules ended it or not."""
    if table.outcome is not None:
        winner = table.outcome["winner"]
        return {
            "by_rules": False,
            "reason": table.text.say(reason(table.outcome["why"], winner)),
            "winners": [] if winner is None else [winner],
            "scores": None,
            "places": None,
        }
    if table.result is None:
        return None
    return {
        "by_rules": True,
        "reason": table.text.say(table.result.reason),
        "winners": list(table.result.winners),
        "scores": list(table.result.scores),
        "places": list(table.result.places),
    }
