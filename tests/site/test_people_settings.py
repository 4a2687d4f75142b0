"""Settings: each form by itself, checked, and nobody's but one's own."""

from __future__ import annotations

import pytest
from django.urls import reverse

from games.actions import Refused, people
from games.models import Person
from tests.site.cast import as_client
from tests.site.tables import text

LONG = "x" * 100_000


def send(someone, form, **fields):
    """Post one form of the settings, and follow."""
    return as_client(someone).post(reverse("settings"), {"form": form} | fields, follow=True)


def kept(someone: Person) -> Person:
    """The person as the database has them."""
    return Person.objects.get(id=someone.id)


def test_the_page_has_a_form_for_each_setting(mei):
    page = as_client(mei).get(reverse("settings")).content.decode()
    for form in ("name", "zone", "keys"):
        assert f'name="form" value="{form}"' in page
    for address in ("account_email", "account_change_password", "theme", "choices"):
        assert reverse(address) in page


def test_it_is_for_who_is_signed_in(client, db):
    for answer in (client.get(reverse("settings")), client.post(reverse("settings"), {"form": "keys"})):
        assert answer["Location"] == f"{reverse('account_login')}?next={reverse('settings')}"


def test_a_name_can_be_changed(mei):
    answer = send(mei, "name", username="Mei Ling")
    assert kept(mei).username == "Mei Ling"
    assert "Others see you as Mei Ling" in text(answer)


def test_a_name_can_be_written_in_another_case(mei):
    send(mei, "name", username="MEI")
    assert kept(mei).username == "MEI"


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("joon", "Somebody already has this name."),
        ("JOON", "Somebody already has this name."),
        ("", "A name has 2 to 24 characters."),
        ("m", "A name has 2 to 24 characters."),
        ("x" * 25, "A name has 2 to 24 characters."),
        (LONG, "A name has 2 to 24 characters."),
        ("-mei-", "Use letters"),
        ("mei/ling", "Use letters"),
        ("mei\r\nBcc: x", "Use letters"),
        ("mei\u202eling", "Use letters"),
        ("mei\0", "Use letters"),
    ],
)
def test_a_name_that_cannot_be_is_refused_beside_its_field(mei, joon, name, sentence):
    answer = send(mei, "name", username=name)
    assert answer.status_code == 200
    assert sentence in text(answer)
    assert "Others see you as mei" in text(answer), "the frame shows the name as it is"
    assert kept(mei).username == "mei"


def test_a_zone_can_be_chosen_and_times_are_shown_in_it(ines):
    answer = send(ines, "zone", time_zone="Asia/Seoul")
    assert kept(ines).time_zone == "Asia/Seoul"
    assert "Times and deadlines are shown in" in text(answer)


@pytest.mark.parametrize("zone", ["Mars/Olympus", "../../etc/passwd", "Asia/Seoul\0", LONG])
def test_a_zone_that_is_not_there_is_refused(mei, zone):
    answer = send(mei, "zone", time_zone=zone)
    assert answer.status_code == 200
    assert 'id="id_time_zone-error"' in answer.content.decode()
    assert "There is no time zone of that name." in text(answer)
    assert "Null characters" not in text(answer)
    assert kept(mei).time_zone == "Europe/Oslo"


def test_until_a_zone_is_known_times_are_in_utc_and_the_page_says_so(ines, mei):
    page = as_client(ines).get(reverse("settings"))
    assert "Times are shown in UTC until you choose" in text(page)
    assert "data-timezone-proposal" in page.content.decode()
    assert "data-timezone-proposal" not in as_client(mei).get(reverse("settings")).content.decode()


def test_the_proposal_leads_back_to_the_page_it_stood_on(ines):
    answer = send(ines, "zone", time_zone="Asia/Seoul", next="/tables/?size=3")
    assert answer.redirect_chain == [("/tables/?size=3", 302)]


@pytest.mark.parametrize("elsewhere", ["https://example.org/", "//example.org/", "javascript:alert(1)"])
def test_it_never_leads_to_another_site(ines, elsewhere):
    answer = send(ines, "zone", time_zone="Asia/Seoul", next=elsewhere)
    assert answer.redirect_chain[0][0].startswith(reverse("settings"))


def test_the_proposal_is_answered_in_its_place_so_that_the_page_keeps_what_was_typed(ines):
    fields = {"form": "zone", "time_zone": "Asia/Ho_Chi_Minh", "next": "/tables/new/"}
    browser = as_client(ines)
    answer = browser.post(reverse("settings"), fields, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert text(answer).strip() == "From the next page on, times are shown in Asia/Ho Chi Minh ."
    assert "<html" not in answer.content.decode()
    assert kept(ines).time_zone == "Asia/Ho_Chi_Minh"
    assert "settings are kept" not in text(browser.get(reverse("settings"))), "it is said once"


def test_a_proposal_that_cannot_be_is_answered_in_its_place_too(ines):
    fields = {"form": "zone", "time_zone": "Mars/Olympus"}
    answer = as_client(ines).post(reverse("settings"), fields, headers={"HX-Request": "true"})
    assert "We do not know the time zone of your browser." in text(answer)
    assert kept(ines).time_zone == ""


@pytest.mark.parametrize(
    ("proposed", "today"),
    [
        ("Asia/Calcutta", "Asia/Kolkata"),
        ("Europe/Kiev", "Europe/Kyiv"),
        ("US/Eastern", "America/New_York"),
        ("Etc/UTC", "UTC"),
        ("Etc/GMT-3", "Etc/GMT-3"),
        ("Europe/Oslo", "Europe/Oslo"),
    ],
)
def test_a_zone_of_an_old_name_is_kept_by_its_name_of_today(ines, proposed, today):
    send(ines, "zone", time_zone=proposed)
    assert kept(ines).time_zone == today


def test_who_has_a_zone_of_an_old_name_finds_it_chosen(ines):
    Person.objects.filter(id=ines.id).update(time_zone="Asia/Calcutta")
    page = as_client(kept(ines)).get(reverse("settings")).content.decode()
    assert '<option value="Asia/Kolkata" selected>' in page
    assert "Asia/Calcutta" not in page


def test_a_zone_of_no_place_is_kept_in_the_choice(ines):
    Person.objects.filter(id=ines.id).update(time_zone="Etc/GMT-3")
    page = as_client(kept(ines)).get(reverse("settings")).content.decode()
    assert '<option value="Etc/GMT-3" selected>' in page


def test_single_keys_can_be_switched_off_and_on(mei):
    send(mei, "keys")
    assert not kept(mei).single_keys
    send(mei, "keys", single_keys="on")
    assert kept(mei).single_keys


@pytest.mark.parametrize("form", ["", "password", "__class__", LONG])
def test_a_setting_that_is_not_there_is_refused_with_a_sentence(mei, form):
    answer = send(mei, form, username="other", is_staff="on")
    assert "There is no such setting." in text(answer)
    assert (kept(mei).username, kept(mei).is_staff) == ("mei", False)


def test_one_form_changes_nothing_of_the_others(mei):
    send(mei, "keys", username="other", time_zone="Asia/Seoul", leads="[1]", is_superuser="on")
    assert (kept(mei).username, kept(mei).time_zone, kept(mei).leads) == ("mei", "Europe/Oslo", None)
    assert not kept(mei).is_superuser


def test_settings_can_be_saved_from_code_and_are_checked_there_too(mei, joon):
    people.save_settings(mei, username="Mei", theme="dark")
    assert (kept(mei).username, kept(mei).theme) == ("Mei", "dark")
    for changes in ({"username": "JOON"}, {"theme": "plaid"}, {"time_zone": "Nowhere"}):
        with pytest.raises(Refused):
            people.save_settings(mei, **changes)
    assert (mei.username, mei.theme) == ("Mei", "dark"), "what was refused has not stuck to the person"
    with pytest.raises(TypeError):
        people.save_settings(mei, is_staff=True)
