"""JSON that comes from outside, taken apart strictly: what cannot be kept and sent on is refused.

Twice the same key, NaN, numbers that other programs round, texts that no encoding holds, endless nesting.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import NoReturn, TypeGuard

from games.rules.base import Json, RuleError
from games.rules.words import Sentence

LIMIT = 1_000_000
"""Bytes of the longest text that is read: some hundred times the record of a long game."""
DEPTH = 20
LARGEST = 2**53
NO_TEXT = re.compile("[\x00\ud800-\udfff]")


class RecordError(RuleError):
    """No game record, or one that cannot be replayed; `sentence` says why, naming the move if it is one."""


def plain_json(source: str | bytes | Mapping[str, Json]) -> Json:
    """A text, or values that claim to be JSON, as dicts, lists, texts and numbers. Raises RecordError."""
    return _plain(source if isinstance(source, Mapping) else _parsed(source))


def _parsed(source: str | bytes) -> Json:
    if len(source) > LIMIT:
        refuse(Sentence("A game record has at most {n} bytes.", n=LIMIT))
    try:
        text = source if isinstance(source, str) else source.decode("utf-8-sig")
        return json.loads(text, object_pairs_hook=_once, parse_constant=_no_number, parse_int=_whole)
    except UnicodeDecodeError:
        refuse(Sentence("The record is not UTF-8 text."))
    except json.JSONDecodeError as error:
        refuse(
            Sentence(
                "The record is not JSON: line {line}, column {column}.", line=error.lineno, column=error.colno
            )
        )
    except RecursionError:
        _refuse_depth()


def _once(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found: dict[str, Json] = {}
    for key, value in pairs:
        if key in found:
            refuse(Sentence("The key {key} stands twice in one object.", key=quoted(key)))
        found[key] = value
    return found


def _no_number(text: str) -> NoReturn:
    refuse(Sentence("{value} is not a number that a record can hold.", value=quoted(text)))


def _whole(text: str) -> int:
    return int(text) if len(text) < len(str(LARGEST)) + 2 else _no_number(text)


def _plain(value: Json, depth: int = 0) -> Json:
    """A copy made of JSON values only, every text of which can be stored and sent."""
    if depth > DEPTH:
        _refuse_depth()
    if isinstance(value, Mapping):
        return {_plain_key(key): _plain(item, depth + 1) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item, depth + 1) for item in value]
    if isinstance(value, str):
        return _plain_text(value)
    if value is None or (isinstance(value, int | float) and -LARGEST <= value <= LARGEST):
        return value
    if isinstance(value, int):
        refuse(Sentence("The record holds a number that is too large."))
    refuse(Sentence("{value} is not a value that a record can hold.", value=quoted(value)))


def _plain_key(key: object) -> str:
    return _plain_text(key) if isinstance(key, str) else wrong("keys", Sentence("texts"), key)


def _plain_text(text: str) -> str:
    if NO_TEXT.search(text):
        refuse(Sentence("{value} holds characters that are no text.", value=quoted(text)))
    return text


def is_int(value: Json) -> TypeGuard[int]:
    """Whether the value is a whole number; true and false are none."""
    return isinstance(value, int) and not isinstance(value, bool)


def an_object(value: Json, key: str) -> dict[str, Json]:
    """The value, which must be an object."""
    return value if isinstance(value, dict) else wrong(key, Sentence("an object"), value)


def a_list(value: Json, key: str) -> list[Json]:
    """The value, which must be a list."""
    return value if isinstance(value, list) else wrong(key, Sentence("a list"), value)


def quoted(value: object) -> str:
    """A value as JSON on one line, cut short."""
    text = json.dumps(value, default=repr, skipkeys=True)
    return text if len(text) <= 80 else text[:79] + "…"


def wrong(key: str, wanted: Sentence, found: object) -> NoReturn:
    """Refuse what stands under a key."""
    refuse(Sentence('"{key}" must be {wanted}, not {found}.', key=key, wanted=wanted, found=quoted(found)))


def refuse(sentence: Sentence) -> NoReturn:
    """Raise the RecordError."""
    raise RecordError(sentence)


def _refuse_depth() -> NoReturn:
    refuse(Sentence("The record is nested too deeply."))
