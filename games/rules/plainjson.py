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
        raise RecordError(Sentence("A game record has at most {n} bytes.", n=LIMIT))
    try:
        text = source if isinstance(source, str) else source.decode("utf-8-sig")
        return json.loads(text, object_pairs_hook=_once, parse_constant=_refuse_constant, parse_int=_whole)
    except UnicodeDecodeError as error:
        raise RecordError(Sentence("The record is not UTF-8 text.")) from error
    except json.JSONDecodeError as error:
        raise RecordError(_no_json(error)) from error
    except RecursionError as error:
        raise _too_deep() from error


def _no_json(error: json.JSONDecodeError) -> Sentence:
    return Sentence(
        "The record is not JSON: line {line}, column {column}.", line=error.lineno, column=error.colno
    )


def _once(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found: dict[str, Json] = {}
    for key, value in pairs:
        if key in found:
            raise RecordError(Sentence("The key {key} stands twice in one object.", key=quoted(key)))
        found[key] = value
    return found


def _refuse_constant(text: str) -> NoReturn:
    raise _no_number(text)


def _no_number(text: str) -> RecordError:
    return RecordError(Sentence("{value} is not a number that a record can hold.", value=quoted(text)))


def _whole(text: str) -> int:
    if len(text) < len(str(LARGEST)) + 2:
        return int(text)
    raise _no_number(text)


def _plain(value: Json, depth: int = 0) -> Json:
    """A copy made of JSON values only, every text of which can be stored and sent."""
    if depth > DEPTH:
        raise _too_deep()
    if isinstance(value, Mapping):
        return {_plain_key(key): _plain(item, depth + 1) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item, depth + 1) for item in value]
    if isinstance(value, str):
        return _plain_text(value)
    if value is None or (isinstance(value, int | float) and -LARGEST <= value <= LARGEST):
        return value
    if isinstance(value, int):
        raise RecordError(Sentence("The record holds a number that is too large."))
    raise RecordError(Sentence("{value} is not a value that a record can hold.", value=quoted(value)))


def _plain_key(key: object) -> str:
    if isinstance(key, str):
        return _plain_text(key)
    raise wrong("keys", Sentence("texts"), key)


def _plain_text(text: str) -> str:
    if NO_TEXT.search(text):
        raise RecordError(Sentence("{value} holds characters that are no text.", value=quoted(text)))
    return text


def is_int(value: Json) -> TypeGuard[int]:
    """Whether the value is a whole number; true and false are none."""
    return isinstance(value, int) and not isinstance(value, bool)


def an_object(value: Json, key: str) -> dict[str, Json]:
    """The value, which must be an object."""
    if isinstance(value, dict):
        return value
    raise wrong(key, Sentence("an object"), value)


def a_list(value: Json, key: str) -> list[Json]:
    """The value, which must be a list."""
    if isinstance(value, list):
        return value
    raise wrong(key, Sentence("a list"), value)


def quoted(value: object) -> str:
    """A value as JSON on one line, cut short."""
    text = json.dumps(value, default=repr, skipkeys=True)
    return text if len(text) <= 80 else text[:79] + "…"


def wrong(key: str, wanted: Sentence, found: object) -> RecordError:
    """The error that refuses what stands under a key."""
    return RecordError(
        Sentence('"{key}" must be {wanted}, not {found}.', key=key, wanted=wanted, found=quoted(found))
    )


def _too_deep() -> RecordError:
    return RecordError(Sentence("The record is nested too deeply."))
