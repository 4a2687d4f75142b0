"""The page on which people choose what they are told: what it shows, what it keeps, and what it refuses."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.urls import reverse

from games.actions import choices
from games.actions.choices import save_choices
from games.models import Channel, Choices, Endpoint, Person
from games.notices.choice import EVENTS
from tests.site.accounts import sound
from tests.site.asking import everything
from tests.site.cast import as_client, running
from tests.site.choosing import ADDRESS, FORM, send, stored, usual_but
from tests.site.tables import text

LONG = "x" * 100_000


def page(someone: Person) -> str:
    """The page as it is sent, which is sound."""
    return sound(as_client(someone).get(ADDRESS))


def checked(markup: str, name: str) -> list[str]:
    """The values of the boxes of a name that are ticked."""
    return re.findall(rf'name="{name}" value="([^"]*)" checked', markup)


def selected(markup: str, name: str) -> str:
    """The value that is chosen in a list."""
    (inside,) = re.findall(rf'<select[^>]* name="{name}".*?</select>', markup, flags=re.S)
    (value,) = re.findall(r'<option value="([^"]*)"[^>]* selected', inside)
    return value


def test_it_is_for_who_is_signed_in(client, db):
    for answer in (client.get(ADDRESS), client.post(ADDRESS, FORM)):
        assert answer["Location"] == f"{reverse('account_login')}?next={ADDRESS}"
    assert not Choices.objects.exists()


def test_its_form_needs_the_token_of_the_site(mei):
    assert as_client(mei, enforce_csrf_checks=True).post(ADDRESS, FORM).status_code == 403
    assert not Choices.objects.exists()


def test_nothing_is_kept_of_it_on_the_way(mei):
    assert "no-store" in as_client(mei).get(ADDRESS)["Cache-Control"]


def test_a_look_changes_nothing(mei, game):
    before = stored()
    as_client(mei).get(ADDRESS, FORM)
    assert stored() == before


def test_who_has_chosen_nothing_sees_what_is_usual(mei):
    markup = page(mei)
    assert checked(markup, "channels") == FORM["channels"]
    assert [selected(markup, f"when_{it.slug}") for it in EVENTS] == ["once"] * len(EVENTS)
    assert 'name="idle_minutes" value="10"' in markup
    assert 'name="digest_at" value="08:00"' in markup
    assert 'name="quiet_from" value=""' in markup
    assert checked(markup, "turns_in_mail") == ["on"]
    assert not any(checked(markup, it) for it in ("leads", "one_mail", "hand_in_mail", "sign_in_by_mail"))
    assert selected(markup, "language") == ""


def test_every_event_can_be_had_on_every_channel_and_its_mail_at_any_time(mei):
    markup = page(mei)
    for event in EVENTS:
        for channel in Channel:
            assert f'name="channels" value="{event.slug}.{channel}"' in markup
        assert f'name="when_{event.slug}"' in markup
        assert str(event.label) in unescape(markup)


def test_each_box_is_called_by_its_event_and_its_channel(mei):
    markup = page(mei)
    names = re.findall(r'name="channels"[^>]* aria-labelledby="([^"]*)"', markup)
    assert len(names) == len(set(names)) == len(EVENTS) * len(Channel)
    for ids in names:
        assert all(markup.count(f'id="{it}"') == 1 for it in ids.split())


def test_what_is_always_mailed_and_what_each_choice_means_is_said(mei):
    said = text(as_client(mei).get(ADDRESS))
    assert "we always mail you when a game of yours is about to end because nobody plays" in said
    assert "Whoever reads your mail sees it, too." in said
    assert "once and for a day. It lets in whoever has the mail." in said
    assert "when half of the time for a turn has gone" in said


def test_what_was_chosen_is_kept_said_and_shown_again(mei):
    answer = send(
        mei,
        channels=["turn.mail", "turn.feed", "finish.push"],
        when_turn="digest",
        when_nudge="held",
        idle_minutes="30",
        digest_at="18:45",
        quiet_from="22:00",
        quiet_until="07:30",
        one_mail="on",
        hand_in_mail="on",
        leads=["3", "24"],
        language="en",
    )
    assert answer.redirect_chain == [(ADDRESS, 302)]
    assert "Your choices are kept." in text(answer)
    markup = sound(answer)
    assert checked(markup, "channels") == ["turn.mail", "turn.feed", "finish.push"]
    assert (selected(markup, "when_turn"), selected(markup, "when_nudge")) == ("digest", "held")
    shown = {"idle_minutes": "30", "digest_at": "18:45", "quiet_from": "22:00", "quiet_until": "07:30"}
    assert all(f'name="{name}" value="{value}"' in markup for name, value in shown.items())
    assert checked(markup, "leads") == ["3", "24"]
    assert (checked(markup, "one_mail"), checked(markup, "hand_in_mail")) == (["on"], ["on"])
    assert selected(markup, "language") == "en"
    kept = Choices.objects.get(person=mei)
    assert (kept.digest_at, kept.quiet_from, kept.quiet_until) == (1125, 1320, 450)
    assert kept.matrix == {**{it.slug: [] for it in EVENTS}, "turn": ["mail", "feed"], "finish": ["push"]}


def test_the_usual_form_sent_as_it_is_stores_nothing_of_its_own(mei):
    send(mei)
    kept = Choices.objects.get(person=mei)
    assert (kept.matrix, kept.when) == ({}, {})


def test_hours_that_the_page_does_not_offer_stay_chosen(mei, now):
    save_choices(mei, usual_but(leads=(5,)), now)
    assert checked(page(mei), "leads") == ["5"]
    send(mei, leads=["5"])
    assert Person.objects.get(id=mei.id).leads == [5]


REFUSED = [
    ({"quiet_from": "25:99", "quiet_until": "07:00"}, "or leave both empty.", "quiet_from"),
    ({"quiet_from": "22:00", "quiet_until": "22:00"}, "end at another time than they begin.", "quiet_until"),
    ({"quiet_from": "22:00"}, "Say when your quiet hours end", "quiet_until"),
    ({"quiet_until": "22:00"}, "Say when your quiet hours begin", "quiet_from"),
    ({"quiet_until": "22\0:00"}, "Choose a time of the day", "quiet_until"),
    ({"digest_at": ""}, "Choose a time of the day between 00:00 and 23:59.", "digest_at"),
    ({"digest_at": "24:00"}, "Choose a time of the day between 00:00 and 23:59.", "digest_at"),
    ({"digest_at": LONG}, "Choose a time of the day between 00:00 and 23:59.", "digest_at"),
    ({"idle_minutes": "0"}, "Choose 2 to 120 minutes.", "idle_minutes"),
    ({"idle_minutes": "-5"}, "Choose 2 to 120 minutes.", "idle_minutes"),
    ({"idle_minutes": ""}, "Choose 2 to 120 minutes.", "idle_minutes"),
    ({"idle_minutes": "9" * 5000}, "Choose 2 to 120 minutes.", "idle_minutes"),
    ({"idle_minutes": "1\0"}, "Choose 2 to 120 minutes.", "idle_minutes"),
    ({"channels": ["weather.mail"]}, "Choose among these events and channels.", "channels"),
    ({"channels": ["turn.pigeon"]}, "Choose among these events and channels.", "channels"),
    ({"channels": ["turn.mail", "\0\ud800"]}, "Choose among these events and channels.", "channels"),
    ({"when_turn": "never"}, "Choose when this mail leaves.", "when_turn"),
    ({"when_turn": "\0"}, "Choose when this mail leaves.", "when_turn"),
    ({"leads": ["1", "3", "6", "12", "24"]}, "Choose at most four reminders of a turn.", "leads"),
    ({"leads": ["0"]}, "Choose among these times.", "leads"),
    ({"leads": ["1e3", LONG]}, "Choose among these times.", "leads"),
    ({"language": "tlh"}, "Choose one of these languages.", "language"),
    ({"language": "en\0"}, "Choose one of these languages.", "language"),
]


@pytest.mark.parametrize(("changes", "sentence", "field"), REFUSED)
def test_what_cannot_be_is_said_beside_its_field_and_changes_nothing(mei, changes, sentence, field):
    before = stored()
    answer = send(mei, one_mail="on", **_encodable(changes))
    markup = sound(answer)
    beside = re.search(rf'id="id_{field}-error".*?</p>', markup, flags=re.S)
    assert beside and sentence in unescape(beside[0])
    assert f"id_{field}-error" in re.findall(r'aria-describedby="([^" ]*)', markup)
    assert "Nothing has been kept: something below cannot be so." in text(answer)
    assert checked(markup, "one_mail") == ["on"], "what was chosen besides stays chosen"
    assert stored() == before


def _encodable(changes):
    """The fields as a browser can send them: what is no text becomes bytes that are none."""
    return {
        name: [it.encode("utf-8", "surrogatepass") for it in value] if isinstance(value, list) else value
        for name, value in changes.items()
    }


def test_what_was_typed_stays(mei):
    markup = sound(send(mei, idle_minutes="500", quiet_from="22:00", quiet_until="22:00", leads=["6"]))
    for name, value in {"idle_minutes": "500", "quiet_from": "22:00", "quiet_until": "22:00"}.items():
        assert f'name="{name}" value="{value}"' in markup
    assert checked(markup, "leads") == ["6"]


@pytest.mark.parametrize("missing", ["idle_minutes", "digest_at", "when_turn"])
def test_a_form_that_came_only_in_part_changes_nothing(mei, missing):
    before = stored()
    sent = {name: value for name, value in FORM.items() if name != missing}
    sound(as_client(mei).post(ADDRESS, sent))
    assert stored() == before


def test_a_channel_on_which_there_is_nothing_yet_says_so_and_where_it_is_made(mei):
    def lacks(markup: str) -> list[str]:
        head = markup[markup.index("<thead") : markup.index("</thead>")]
        return [it for it in ("devices", "webhooks", "feeds") if f'href="{reverse(it)}"' in head]

    markup = page(mei)
    assert markup.count("none yet") == 3
    assert lacks(markup) == ["devices", "webhooks", "feeds"]
    for channel in ("push", "webhook"):
        Endpoint.objects.create(person=mei, channel=channel, url=f"https://example.org/{channel}")
    Choices.objects.create(person=mei, feed_key="k" * 43)
    assert lacks(page(mei)) == []
    Endpoint.objects.filter(channel="push").update(stopped_at="2026-09-01T00:00Z")
    assert lacks(page(mei)) == ["devices"]


def test_muted_tables_are_listed_with_a_button_to_hear_of_each_again(mei, joon):
    muted, other = running(mei, joon, title="<b>Late & loud</b>"), running(mei, joon, title="Quiet")
    choices.mute_table(muted.id, mei.id)
    client, address = as_client(mei), reverse("table_mute", args=[muted.slug])
    markup = sound(client.get(ADDRESS))
    assert "&lt;b&gt;Late &amp; loud&lt;/b&gt;" in markup
    assert f'action="{address}"' in markup
    assert other.slug not in markup
    answer = client.post(address, {"answer": "no", "next": f"{ADDRESS}#muted"}, follow=True)
    assert answer.redirect_chain == [(f"{ADDRESS}#muted", 302)]
    assert "You hear of this table again." in text(answer)
    assert "None. You can mute a table" in text(answer)


def test_the_number_of_statements_does_not_grow_with_muted_tables(mei, joon, django_assert_max_num_queries):
    for _ in range(6):
        choices.mute_table(running(mei, joon).id, mei.id)
    client = as_client(mei)
    client.get(ADDRESS)
    with django_assert_max_num_queries(9):
        client.get(ADDRESS)


def test_choosing_touches_no_game(mei, joon):
    running(mei, joon)
    before = everything()
    send(mei, channels=[], one_mail="on")
    assert everything() == before
