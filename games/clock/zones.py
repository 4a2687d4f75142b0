"""Time zones to choose from: those of places as they are called today, without old names and doubles."""

from __future__ import annotations

from functools import cache
from importlib import resources
from pathlib import Path
from zoneinfo import TZPATH, available_timezones

REGIONS = (
    *("Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic"),
    *("Australia", "Europe", "Indian", "Pacific"),
)
UTC = "UTC"


@cache
def zones() -> tuple[str, ...]:
    """UTC, and the zones of places by their names of today; where nobody lists these, of every place."""
    rows = (line.split("\t") for line in _lines("zone.tab") if not line.startswith("#"))
    listed = {row[2].strip() for row in rows if len(row) > 2}
    places = {it for it in available_timezones() if it.partition("/")[0] in REGIONS and "/" in it}
    return (UTC, *sorted(listed & places or places))


def present_name(zone: str) -> str:
    """What a zone is called today, if it is one of `zones`; else the name it has: browsers use old ones."""
    return _renamed().get(zone, zone)


@cache
def _renamed() -> dict[str, str]:
    """Today's name of each old one: the links of the zone database that lead to a zone of `zones`."""
    today = {zone: zone for zone in zones()} | {"Etc/UTC": UTC}
    links = (line.split() for line in _lines("tzdata.zi") if line.startswith("L "))
    renamed = {old: today[new] for _l, new, old in links if new in today and old not in today}
    return renamed | {"Etc/UTC": UTC}


def _lines(file: str) -> list[str]:
    """A text of the zone database, from the system or else from the package `tzdata`; empty without one."""
    for folder in TZPATH:
        if (found := Path(folder, file)).is_file():
            return found.read_text("utf-8").splitlines()
    try:
        return resources.files("tzdata").joinpath("zoneinfo", file).read_text("utf-8").splitlines()
    except (ModuleNotFoundError, FileNotFoundError):
        return []
