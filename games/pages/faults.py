"""What is said where a field of a form cannot be as it was sent: our sentences instead of Django's."""

from __future__ import annotations

from typing import Any

CODES = (
    *("required", "invalid", "invalid_choice", "invalid_list", "invalid_pk_value"),
    *("max_length", "null_characters_not_allowed"),
)


def always(sentence: Any) -> dict[str, Any]:
    """The `error_messages` of a field that says the same, whatever is wrong: what it wants."""
    return dict.fromkeys(CODES, sentence)
