"""The time zones to choose from: each place once, by its name of today."""

from __future__ import annotations

from zoneinfo import ZoneInfo

import pytest

from games.clock import zones as module
from games.clock.zones import present_name, zones


@pytest.fixture
def anew():
    """Nothing remembered from before, nor afterwards."""
    caches = (module.zones, module._renamed)
    for it in caches:
        it.cache_clear()
    yield
    for it in caches:
        it.cache_clear()


def test_they_are_those_of_places_and_utc():
    assert {"UTC", "Europe/Oslo", "America/Sao_Paulo", "Australia/Lord_Howe", "Asia/Kolkata"} <= set(zones())
    assert zones()[0] == "UTC"


@pytest.mark.parametrize(
    "zone", ["US/Eastern", "GB", "EST5EDT", "Etc/GMT-3", "Asia/Calcutta", "Europe/Belfast", "Zulu"]
)
def test_no_old_name_or_double_is_among_them(zone):
    assert zone not in zones()


def test_every_one_of_them_is_a_zone_and_stands_once():
    assert [ZoneInfo(zone).key for zone in zones()] == list(zones())
    assert len(set(zones())) == len(zones())


def test_an_old_name_leads_to_a_zone_with_the_same_time():
    assert present_name("America/Buenos_Aires") == "America/Argentina/Buenos_Aires"
    assert present_name("GB") == "Europe/London"
    assert present_name("Etc/UTC") == present_name("Zulu") == "UTC"


@pytest.mark.parametrize("zone", ["Europe/Oslo", "Etc/GMT-3", "EST5EDT", "Mars/Olympus", ""])
def test_any_other_name_stays_what_it_is(zone):
    assert present_name(zone) == zone


@pytest.mark.usefixtures("anew")
def test_without_the_lists_of_the_system_every_zone_of_a_place_is_offered(monkeypatch):
    monkeypatch.setattr(module, "_lines", lambda file: [])
    assert {"UTC", "Europe/Oslo", "Asia/Calcutta"} <= set(zones())
    assert not [zone for zone in zones() if zone.startswith(("Etc", "posix", "US/"))]
    assert present_name("Asia/Calcutta") == "Asia/Calcutta"
