"""Pages and mails are in the language that their reader has chosen."""

from __future__ import annotations

import pytest
from django.utils import translation

from games.models import Person
from games.notices.compose import as_read_by
from tests.site.cast import as_client
from tests.site.choosing import ADDRESS, send


@pytest.fixture(autouse=True)
def two_languages(settings):
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]


def spoken(someone: Person | None) -> str:
    """The language that a page says it is in."""
    page: str = as_client(someone).get("/about/").content.decode()
    return page.partition('<html lang="')[2].partition('"')[0]


def test_who_has_chosen_none_reads_the_sites(mei):
    assert (spoken(mei), spoken(None)) == ("en", "en")


def test_a_page_is_in_the_language_of_its_reader_and_the_next_ones_in_theirs(mei, joon):
    answer = send(mei, language="de")
    assert '<option value="de" lang="de" selected>Deutsch</option>' in answer.content.decode()
    assert (spoken(mei), spoken(joon), spoken(None), spoken(mei)) == ("de", "en", "en", "de")
    assert translation.get_language() == "en"


def test_a_language_that_the_site_no_longer_has_is_as_none(mei):
    Person.objects.filter(id=mei.id).update(language="tlh")
    assert spoken(mei) == "en"
    assert as_client(mei).get(ADDRESS).status_code == 200


def test_mails_are_in_it_too(mei):
    send(mei, language="de")
    mei.refresh_from_db()
    with as_read_by(mei):
        assert translation.get_language() == "de"
