"""The games that the site knows."""

from __future__ import annotations

from typing import Any

from games.rules import lanterns, titania
from games.rules.base import Rules

RULES: dict[str, Rules[Any, Any, Any, Any, Any, Any]] = {
    lanterns.SLUG: lanterns,
    titania.SLUG: titania,
}
