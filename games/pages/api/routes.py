"""Where the doors of the API are hung up, by address; what asks and what acts share some of these."""

from __future__ import annotations

from ninja import Router

router = Router()
